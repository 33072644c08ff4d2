import { isIP } from 'node:net';
import { DRAFT_RESOURCES } from '@postern/contract/access';
import { ACTION, type ActionName } from '@postern/contract/actions';
import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, can, fetchRow, type Kernel, ok, parseDatetime, type Route } from '@postern/resource';
import { z } from 'zod';
import { type Effect, effectOf, MAX_ASSETS, MAX_PEOPLE } from './effect.ts';
import { type AssetRow, explain } from './explain.ts';

const actions = Object.keys(ACTION) as [ActionName, ...ActionName[]];
const id = z.string().max(64);
const word = z.string().max(128);

/** Far beyond what anybody turns to; only a bound. */
const MAX_PAGE = 1_000_000_000;

const situation = {
  /** Of the person; the caller's own without it. */
  address: z.string().max(64).optional(),
  /** The moment; now without it. */
  at: z.string().max(64).optional(),
};

const question = z.object({
  user: id,
  asset: id,
  account: word.min(1).optional(),
  protocol: z.string().min(1).max(32).optional(),
  connect_method: z.string().min(1).max(64).optional(),
  action: z.enum(actions).optional(),
  ...situation,
});

const trial = z.object({
  draft: z.object({
    resource: z.enum(DRAFT_RESOURCES),
    /** The rule that is changed or deleted; a new one without it. */
    id: id.optional(),
    /** As it would be sent to be saved; nothing for a deletion. */
    body: z.record(z.string().max(64), z.unknown()).optional(),
  }),
  users: z.array(id).min(1).max(MAX_PEOPLE).optional(),
  assets: z.array(id).min(1).max(MAX_ASSETS).optional(),
  page: z.number().int().min(1).max(MAX_PAGE).optional(),
  ...situation,
});

/** @throws InvalidInput under the first field that does not fit */
function read<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'non_field_errors'), 'invalid');
}

/** The context of another moment, and the address to judge by. */
function at(ctx: Context, given: { address?: string | undefined; at?: string | undefined }): { ctx: Context; address: string } {
  const { address = ctx.origin.ip } = given;
  if (given.address !== undefined && isIP(address) === 0) throw InvalidInput.on('address', 'invalid');
  if (given.at === undefined) return { ctx, address };
  const moment = parseDatetime(given.at);
  if (!moment) throw InvalidInput.on('at', 'invalid');
  return { ctx: { ...ctx, clock: () => moment }, address };
}

const uuid = (value: string): string => parseUuid(value) ?? value;

/**
 * Explain access: our own addition to the wire, beside the calls of docs/wire/permissions.md (docs/decisions/0048).
 * Both answers are for who may look at permissions; people and assets are found as whoever asks may see them.
 */
export function accessRoutes(kernel: () => Kernel): readonly Route[] {
  const base = '/api/v1/perms/access';
  const policy = can('perms.view_assetpermission', 'users.view_user', 'assets.view_asset');
  return [
    {
      method: 'POST',
      path: `${base}/explain/`,
      name: 'perms.access.explain',
      policy,
      transaction: false,
      async handle(outer, { body }) {
        const given = read(question, body);
        const { ctx, address } = at(outer, given);
        const user = await fetchRow(kernel().byName('user'), ctx, uuid(given.user));
        const row = await fetchRow(kernel().byName('asset'), ctx, uuid(given.asset));
        const asset: AssetRow = { id: String(row.id), name: String(row.name), address: String(row.address), org_id: String(row.org_id) };
        const { account, protocol, action, connect_method: method } = given;
        return ok(
          await explain(ctx, kernel(), asset, { userId: String(user.id), assetId: asset.id, account, protocol, action, method, address }),
        );
      },
    },
    {
      method: 'POST',
      path: `${base}/effect/`,
      name: 'perms.access.effect',
      policy,
      transaction: false,
      async handle(outer, { body }) {
        const given = read(trial, body);
        const { ctx, address } = at(outer, given);
        const wanted: Effect = { ...given, address };
        return ok(await effectOf(ctx, kernel(), wanted));
      },
    },
  ];
}
