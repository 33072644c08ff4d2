import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, can, defineTable, fetchRow, type Kernel, noContent, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { assetsMoved } from '../accounts/index.ts';
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
    date_created: 'timestamptz not null default now()',
  },
  constraints: ['primary key (asset_id, address, port, type)'],
});

export async function hostKeysOf(
  ctx: Context,
  assetId: string,
  address: string,
  port: number,
): Promise<{ type: string; fingerprint: string }[]> {
  const { rows } = await sql<{ type: string; fingerprint: string }>`
    select type, fingerprint from host_keys
    where asset_id = ${assetId} and address = ${address} and port = ${port} order by type`.execute(ctx.tx);
  return rows;
}

const seenShape = z.object({
  asset: z.string(),
  address: z.string().min(1).max(767),
  port: z.number().int().min(1).max(65535),
  type: z.string().min(1).max(64),
  fingerprint: z.string().min(1).max(128),
});
type Seen = z.infer<typeof seenShape>;

interface Pinned {
  id: string;
  name: string;
  org_id: string;
}

async function read(ctx: Context, body: unknown): Promise<{ seen: Seen; asset: Pinned }> {
  const parsed = seenShape.safeParse(body);
  if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'non_field_errors'), 'invalid');
  const { rows } = await sql<Pinned>`
    select id, name, org_id from assets where id = ${parseUuid(parsed.data.asset) ?? null}::uuid`.execute(ctx.tx);
  if (!rows[0]) throw new CodedError('object_does_not_exist', { resource: 'asset' });
  return { seen: parsed.data, asset: rows[0] };
}

function record(ctx: Context, asset: Pinned, field: string, before: string, after: string): void {
  ctx.audit({
    action: 'update',
    resourceType: 'asset',
    resourceId: asset.id,
    resource: asset.name,
    orgId: asset.org_id,
    changes: [{ field, before, after }],
  });
}

/**
 * Pins a key when none is known for that place, of whatever type: somebody in the middle would otherwise only have to
 * show a type that is not pinned. A known one is never replaced; another one is written down as refused.
 * @returns whether the key is the pinned one now
 */
export async function recordHostKey(ctx: Context, body: unknown): Promise<boolean> {
  const { seen, asset } = await read(ctx, body);
  // Two gateways that see the machine for the first time at once: one of them is first.
  await sql`select 1 from assets where id = ${asset.id} for update`.execute(ctx.tx);
  const known = await hostKeysOf(ctx, asset.id, seen.address, seen.port);
  if (known.some((key) => key.type === seen.type && key.fingerprint === seen.fingerprint)) return true;
  if (known.length > 0) {
    refuse(ctx, asset, seen, known);
    return false;
  }
  await sql`insert into host_keys (asset_id, address, port, type, fingerprint)
    values (${asset.id}, ${seen.address}, ${seen.port}, ${seen.type}, ${seen.fingerprint})`.execute(ctx.tx);
  record(ctx, asset, 'host_keys', '', keyText(seen));
  return true;
}

const keyText = (key: Pick<Seen, 'type' | 'fingerprint'>): string => `${key.type} ${key.fingerprint}`;

function refuse(ctx: Context, asset: Pinned, seen: Seen, known: readonly Pick<Seen, 'type' | 'fingerprint'>[]): void {
  ctx.log.warn({ asset: asset.id, address: seen.address, port: seen.port, type: seen.type }, 'a target showed a changed host key');
  record(ctx, asset, 'refused_host_key', known.map(keyText).join(', '), keyText(seen));
}

/** A target showed another key than the pinned one: written down, nothing changes. */
export async function reportHostKeyChange(ctx: Context, body: unknown): Promise<void> {
  const { seen, asset } = await read(ctx, body);
  refuse(ctx, asset, seen, await hostKeysOf(ctx, asset.id, seen.address, seen.port));
}

const assetOf = (body: unknown): unknown => (typeof body === 'object' && body !== null && 'asset' in body ? body.asset : undefined);

export const hostKeyRoutes = (kernel: () => Kernel): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/v1/terminal/host-keys/',
    name: 'terminal.hostKey.pin',
    policy: { allow: 'component' },
    rootOrg: true,
    async handle(ctx, { body }) {
      await requireGrant(ctx, assetOf(body));
      return ok({ pinned: await recordHostKey(ctx, body) }, 201);
    },
  },
  {
    method: 'POST',
    path: '/api/v1/terminal/host-keys/changed/',
    name: 'terminal.hostKey.changed',
    policy: { allow: 'component' },
    rootOrg: true,
    async handle(ctx, { body }) {
      await requireGrant(ctx, assetOf(body));
      await reportHostKeyChange(ctx, body);
      return ok({ ok: true }, 201);
    },
  },
  {
    // Accepts whatever key the target shows next: for machines that were set up anew.
    method: 'DELETE',
    path: '/api/v1/assets/assets/:id/host-keys/',
    name: 'assets.asset.forgetHostKeys',
    policy: can('assets.change_asset'),
    async handle(ctx, { params }) {
      const row = await fetchRow(kernel().byName('asset'), ctx, String(params.id));
      const { rows } = await sql<{ type: string; fingerprint: string }>`
        delete from host_keys where asset_id = ${row.id} returning type, fingerprint`.execute(ctx.tx);
      const asset = { id: String(row.id), name: String(row.name), org_id: String(row.org_id) };
      // The next machine to answer at this address would be believed, whoever it is.
      await sql`update assets set host_keys_forgotten = host_keys_forgotten + 1 where id = ${asset.id}`.execute(ctx.tx);
      await assetsMoved(ctx, [asset.id], ['host_keys']);
      record(ctx, asset, 'host_keys', rows.map(keyText).join(', '), '');
      return noContent;
    },
  },
];
