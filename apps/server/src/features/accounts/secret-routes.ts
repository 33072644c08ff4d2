import { CodedError } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import {
  type Context,
  can,
  formatOf,
  type Kernel,
  list,
  ok,
  type Request,
  type Route,
  retrieve,
  route,
  type Shape,
} from '@postern/resource';
import { detail } from '../../platform/routes/detail.ts';
import { shown } from '../../platform/shown.ts';
import type { account } from './account.resource.ts';
import { exportEncrypted, MAX_SECRETS } from './encrypted-export.ts';
import type { accountTemplate } from './template.ts';

/** Asks for a fresh confirmation of who sits there; throws the refusal the console understands (docs/wire/authentication.md#asking-again). */
export type RequireConfirmation = (ctx: Context, level: 'mfa') => void | Promise<void>;

const SECRET = text('Secret', '密文', 'シークレット');

type Wire = Record<string, unknown>;

/** A row with its secret as it is stored. */
interface Encrypted {
  id: string;
  name: string | null;
  username: string;
  org_id: string;
  secret: string | null;
}
export const ENCRYPTED = ['x.id', 'x.name', 'x.username', 'x.org_id', 'x.secret'] as const;

/** Whose secrets people may see, and where. */
interface Guarded {
  definition: typeof account | typeof accountTemplate;
  /** Those of some that the actor may see. */
  find(ctx: Context, ids: readonly string[]): Promise<Encrypted[]>;
  base: string;
  /** Names of the routes begin with it. */
  name: string;
  permission: string;
  /** How the audit log calls one. */
  titleOf(row: Encrypted): string;
}

/** Opens the secrets of some rows, one audit event each: the only place where people get to see them. */
async function reveal(
  { definition, find, titleOf }: Guarded,
  ctx: Context,
  ids: readonly (string | number)[],
): Promise<Map<string | number, string>> {
  const found = await find(ctx, ids.map(String));
  for (const row of found)
    ctx.audit({ action: 'view', resourceType: definition.name, resourceId: row.id, resource: titleOf(row), orgId: row.org_id });
  return new Map(await Promise.all(found.map(async ({ id, secret }) => [id, secret ? await ctx.secrets.open(secret) : ''] as const)));
}

async function withSecrets(guarded: Guarded, ctx: Context, items: readonly Wire[]): Promise<Wire[]> {
  const secrets = await reveal(
    guarded,
    ctx,
    items.map(({ id }) => String(id)),
  );
  return items.map((item) => ({ ...item, secret: secrets.get(String(item.id)) ?? '' }));
}

async function listSecrets(guarded: Guarded, kernel: Kernel, ctx: Context, request: Request): Promise<unknown> {
  const found = await list(kernel, kernel.byName(guarded.definition.name), ctx, withoutCut(request));
  if (!Array.isArray(found)) return { ...found, results: await withSecrets(guarded, ctx, found.results) };
  if (found.length > MAX_SECRETS) throw new CodedError('file_content_overflowed');
  return withSecrets(guarded, ctx, found);
}

/** The id is what a secret is found by, so it cannot be left out of the answer. */
function withoutCut(request: Request): Request {
  const { fields: _fields, 'fields!': _without, ...query } = request.query;
  return { ...request, query };
}

/**
 * List and detail with the secrets in clear, behind a fresh confirmation (docs/wire/accounts.md#looking-at-secrets). Reading is an act of
 * its own here: it runs in a transaction, so that no secret leaves without its audit event.
 */
export function secretRoutes(guarded: Guarded, confirm: RequireConfirmation): readonly Route[] {
  const { definition, base, name } = guarded;
  const answer = (view: 'list' | 'detail'): Shape => ({
    rows: definition.name,
    view,
    fields: { secret: shown(SECRET) },
    behind: (ctx) => confirm(ctx, 'mfa'),
  });
  const shared = { who: can(guarded.permission), rows: { of: [definition] }, transaction: true } as const;
  return [
    route({
      ...shared,
      method: 'GET',
      path: base,
      name: `${name}.list`,
      answer: answer('list'),
      async handle(ctx, { request, kernel }) {
        const format = formatOf(request.query);
        return format
          ? exportEncrypted(kernel, definition.name, ctx, request, format, (ids) => reveal(guarded, ctx, ids))
          : ok(await listSecrets(guarded, kernel, ctx, request));
      },
    }),
    detail({
      ...shared,
      path: `${base}:id/`,
      name: `${name}.retrieve`,
      answer: answer('detail'),
      async show(ctx, { request, kernel }) {
        const found = await retrieve(kernel, kernel.byName(definition.name), ctx, String(request.params.id), {});
        return (await withSecrets(guarded, ctx, [found]))[0];
      },
    }),
  ];
}
