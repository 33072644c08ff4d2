import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text as t } from '@postern/contract/text';
import {
  type BodyOf,
  COLUMN,
  type Context,
  can,
  defineTable,
  FLAG_SCHEMA,
  integer,
  objectSchema,
  ok,
  type Route,
  type RowOf,
  text,
  uuid,
} from '@postern/resource';
import { removal } from '../../platform/routes/removal.ts';
import { report } from '../../platform/routes/report.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { assetsMoved } from '../accounts/index.ts';
import { asset, assetRows, hostKeysForgotten } from '../assets/index.ts';
import { requireGrant } from './component-scope.ts';

/** Host keys of targets: the first one seen is pinned; another one later is refused by the gateway and told here. */
export const hostKeys = defineTable({
  name: 'host_keys',
  columns: {
    asset_id: 'uuid not null references assets (id) on delete cascade',
    address: 'text not null',
    port: 'integer not null',
    type: 'text not null',
    fingerprint: 'text not null',
    date_created: COLUMN.now,
  },
  constraints: ['primary key (asset_id, address, port, type)'],
});

type Pinned = Pick<RowOf<typeof asset>, 'id' | 'name' | 'org_id'>;
type Key = { type: string; fingerprint: string };

export const hostKeysOf = (ctx: Context, assetId: string, address: string, port: number): Promise<Key[]> =>
  ctx.tx
    .selectFrom('host_keys')
    .select(['type', 'fingerprint'])
    .where('asset_id', '=', assetId)
    .where('address', '=', address)
    .where('port', '=', port)
    .orderBy('type')
    .execute();

/** Keys that are pinned for a place by assets the actor may see, whichever they are. */
export const hostKeysAt = (ctx: Context, address: string, port: number): Promise<Key[]> =>
  ctx.tx
    .selectFrom('host_keys as k')
    .innerJoin('assets as a', 'a.id', 'k.asset_id')
    .select(['k.type', 'k.fingerprint'])
    .distinct()
    .where('k.address', '=', address)
    .where('k.port', '=', port)
    .where(assetRows(ctx, 'a'))
    .orderBy('k.type')
    .limit(50)
    .execute();

/** A key that a machine showed. */
interface Seen extends Key {
  asset: string;
  address: string;
  port: number;
}

/** Longest texts of one: it comes from machines that nobody knows yet. */
const MAX = { address: 767, type: 64, fingerprint: 128 };

async function assetOf(ctx: Context, seen: Seen): Promise<Pinned> {
  for (const name of ['address', 'type', 'fingerprint'] as const)
    if (seen[name] === '') throw InvalidInput.on(name, 'blank');
    else if (seen[name].length > MAX[name]) throw InvalidInput.on(name, 'max_length', { max: MAX[name] });
  const found = await ctx.tx.selectFrom('assets').select(['id', 'name', 'org_id']).where('id', '=', seen.asset).executeTakeFirst();
  if (!found) throw new CodedError('object_does_not_exist', { resource: 'asset' });
  return found;
}

function record(ctx: Context, { id, name, org_id }: Pinned, field: string, before: string, after: string): void {
  ctx.audit({
    action: 'update',
    resourceType: 'asset',
    resourceId: id,
    resource: name,
    orgId: org_id,
    changes: [{ field, before, after }],
    // A thousand machines that a job sees first would have the rules of all open sessions asked a thousand times.
    isNotice: true,
  });
}

/**
 * Pins a key when none is known for that place, of whatever type: somebody in the middle would otherwise only have to
 * show a type that is not pinned. A known one is never replaced; another one is written down as refused.
 * @returns whether the key is the pinned one now
 */
export async function recordHostKey(ctx: Context, seen: Seen): Promise<boolean> {
  const machine = await assetOf(ctx, seen);
  // Two gateways that see the machine for the first time at once: one of them is first.
  await ctx.tx.selectFrom('assets').select('id').where('id', '=', machine.id).forUpdate().execute();
  const { address, port, type, fingerprint } = seen;
  const known = await hostKeysOf(ctx, machine.id, address, port);
  if (known.some((key) => key.type === type && key.fingerprint === fingerprint)) return true;
  if (known.length > 0) {
    refuse(ctx, machine, seen, known);
    return false;
  }
  await ctx.tx.insertInto('host_keys').values({ asset_id: machine.id, address, port, type, fingerprint }).execute();
  record(ctx, machine, 'host_keys', '', keyText(seen));
  return true;
}

const keyText = (key: Key): string => `${key.type} ${key.fingerprint}`;

function refuse(ctx: Context, machine: Pinned, seen: Seen, known: readonly Key[]): void {
  ctx.log.warn({ asset: machine.id, address: seen.address, port: seen.port, type: seen.type }, 'a target showed a changed host key');
  record(ctx, machine, 'refused_host_key', known.map(keyText).join(', '), keyText(seen));
}

/** A target showed another key than the pinned one: written down, nothing changes. */
async function reportHostKeyChange(ctx: Context, seen: Seen): Promise<void> {
  const machine = await assetOf(ctx, seen);
  refuse(ctx, machine, seen, await hostKeysOf(ctx, machine.id, seen.address, seen.port));
}

/** None is required: whether it may speak of the asset at all is told before what it forgot. */
const SEEN = {
  asset: uuid({ label: WORDS.asset }),
  address: text({ label: WORDS.address, max: MAX.address }),
  port: integer({ label: t('Port', '端口', 'ポート'), min: 1, max: 65_535 }),
  type: text({ label: WORDS.type, max: MAX.type }),
  fingerprint: text({ label: t('Fingerprint', '指纹', 'フィンガープリント'), max: MAX.fingerprint }),
};

/** @throws InvalidInput under the first that is missing */
function complete({ asset: id, address, port, type, fingerprint }: BodyOf<typeof SEEN>): Seen {
  const missing = (name: keyof typeof SEEN): InvalidInput => InvalidInput.on(name, 'required');
  if (id === undefined) throw missing('asset');
  if (address === undefined) throw missing('address');
  if (port === undefined) throw missing('port');
  if (type === undefined) throw missing('type');
  if (fingerprint === undefined) throw missing('fingerprint');
  return { asset: id, address, port, type, fingerprint };
}

const seenRoute = (path: string, name: string, says: string, work: (ctx: Context, seen: Seen) => Promise<unknown>): Route =>
  report({
    method: 'POST',
    path: `/api/v1/terminal/host-keys/${path}`,
    name: `terminal.hostKey.${name}`,
    status: 201,
    answer: answerShape(objectSchema({ [says]: FLAG_SCHEMA })),
    rows: { own: 'machines that the component was given leave to open, and gateways on the way to them' },
    body: SEEN,
    errors: ['permission_denied', 'object_does_not_exist'],
    async take(ctx, { body }) {
      await requireGrant(ctx, body.asset);
      return ok(await work(ctx, complete(body)), 201);
    },
  });

/** Accepts whatever key the target shows next: for machines that were set up anew. */
const forget = removal({
  path: '/api/v1/assets/assets/:id/host-keys/',
  name: 'assets.asset.forgetHostKeys',
  who: can('assets.change_asset'),
  rows: { one: asset },
  async remove(ctx, { row }) {
    const known = await ctx.tx.deleteFrom('host_keys').where('asset_id', '=', row.id).returning(['type', 'fingerprint']).execute();
    await hostKeysForgotten(ctx, row.id);
    await assetsMoved(ctx, [row.id], ['host_keys']);
    record(ctx, row, 'host_keys', known.map(keyText).join(', '), '');
  },
});

export const hostKeyRoutes: readonly Route[] = [
  seenRoute('', 'pin', 'pinned', async (ctx, seen) => ({ pinned: await recordHostKey(ctx, seen) })),
  seenRoute('changed/', 'changed', 'ok', async (ctx, seen) => {
    await reportHostKeyChange(ctx, seen);
    return { ok: true };
  }),
  forget,
];
