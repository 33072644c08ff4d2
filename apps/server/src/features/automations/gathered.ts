import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid, parseUuids } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import {
  boolean,
  type Context,
  can,
  datetime,
  defineBehaviour,
  defineResource,
  type Kernel,
  type Reply,
  type Route,
  reference,
  text,
} from '@postern/resource';
import { sql } from 'kysely';
import { assetObjects, createAccount } from '../accounts/index.ts';
import { findNode, inOrg, within } from '../nodes/index.ts';
import type { Found } from './methods/index.ts';

/** Most entries of one call. */
const MAX = 1_000;

/** A login that was found on a machine (docs/wire/accounts.md#gathered-accounts). */
export const gatheredAccount = defineResource({
  name: 'gatheredaccount',
  app: 'accounts',
  path: 'gathered-accounts',
  table: 'gathered_accounts',
  label: words('Gathered account', '收集的账号', '収集したアカウント'),
  labelPlural: words('Gathered accounts', '收集的账号', '収集したアカウント'),
  scope: 'org',
  base: ['date_updated'],
  order: 'asset',
  title: 'username',
  fields: {
    present: boolean({ label: words('Present', '存在', '存在する'), default: true }),
    asset: reference('asset', {
      label: words('Asset', '资产', 'アセット'),
      required: true,
      createOnly: true,
      order: true,
      onDelete: 'cascade',
    }),
    username: text({ label: words('Username', '用户名', 'ユーザー名'), max: 32, required: true, search: true }),
    address_last_login: text({
      label: words('Last login from', '最近登录地址', '最終ログイン元'),
      max: 39,
      default: '',
      blank: true,
      order: false,
    }),
    date_last_login: datetime({ label: words('Last login', '最近登录时间', '最終ログイン'), nullable: true, order: false }),
  },
  uniqueTogether: [['asset', 'username']],
  indexes: ['org_id, date_updated'],
});

async function byNode(ctx: Context, value: string) {
  const node = await findNode(ctx, parseUuid(value) ?? value);
  if (!node) return undefined;
  return sql<boolean>`t.asset_id in (
    select l.asset_id from nodes n join asset_nodes l on l.node_id = n.id where ${within(sql`n.key`, node.key)})`;
}

export const gatheredBehaviour = defineBehaviour({
  filters: {
    asset_id: (_ctx, value) => (parseUuid(value) ? sql<boolean>`t.asset_id = ${parseUuid(value)}` : sql<boolean>`false`),
    node_id: byNode,
  },
  expand: { asset: assetObjects },
  async prepare(ctx, { values, verb }) {
    if (verb !== 'create') return;
    const { rows } = await sql<{ org_id: string }>`select org_id from assets where id = ${values.asset} and ${inOrg(ctx)}`.execute(ctx.tx);
    if (!rows[0]) throw InvalidInput.on('asset', 'does_not_exist', { value: String(values.asset) });
    values.org_id = rows[0].org_id;
  },
});

/**
 * Makes accounts of found logins where the asset has none of that name. They have no secret yet.
 * @returns how many were made
 */
export async function storeFound(kernel: Kernel, ctx: Context, condition: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { rows } = await sql<{ asset_id: string; username: string; org_id: string }>`
    select g.asset_id, g.username, g.org_id from gathered_accounts g where ${condition} and ${inOrg(ctx, sql`g.org_id`)} and g.present
      and not exists (select 1 from accounts a where a.asset_id = g.asset_id and (a.username = g.username or a.name = g.username))
    order by g.asset_id, g.username`.execute(ctx.tx);
  for (const { asset_id, username } of rows)
    await createAccount(kernel, ctx, { asset: asset_id, username, name: username, source: 'collected', secret_type: 'password' });
  return rows.length;
}

/** Notes what a machine has now: what is gone stays in the list as absent (docs/wire/automations.md#gathering). */
export async function storeGathered(ctx: Context, asset: { id: string; org_id: string }, found: readonly Found[]): Promise<void> {
  const now = ctx.clock();
  await sql`update gathered_accounts set present = false, date_updated = ${now} where asset_id = ${asset.id} and present`.execute(ctx.tx);
  const column = <T>(value: (one: Found) => T): T[] => found.map(value);
  await sql`
    insert into gathered_accounts (id, org_id, asset_id, username, present, date_last_login, address_last_login, date_created, date_updated)
    select gen_random_uuid(), ${asset.org_id}, ${asset.id}, x.username, true, x.at, x.address, ${now}, ${now}
    from unnest(${column((one) => one.username)}::text[], ${column((one) => one.lastLogin?.toISOString() ?? null)}::timestamptz[],
      ${column((one) => one.lastAddress ?? '')}::text[]) as x (username, at, address)
    on conflict (org_id, asset_id, username) do update set present = true, date_updated = ${now},
      date_last_login = coalesce(excluded.date_last_login, gathered_accounts.date_last_login),
      address_last_login = case when excluded.address_last_login <> '' then excluded.address_last_login else gathered_accounts.address_last_login end`.execute(
    ctx.tx,
  );
}

async function sync(kernel: Kernel, ctx: Context, body: unknown): Promise<Reply> {
  if (ctx.org.isRoot) throw new CodedError('root_org_readonly');
  const given = (body as Record<string, unknown> | null)?.gathered_account_ids;
  if (!Array.isArray(given)) throw InvalidInput.on('gathered_account_ids', given === undefined ? 'required' : 'not_a_list');
  if (given.length > MAX) throw InvalidInput.on('gathered_account_ids', 'too_many', { max: MAX });
  await storeFound(kernel, ctx, sql<boolean>`g.id = any(${parseUuids(given)}::uuid[])`);
  return { status: 201 };
}

export const gatheredRoutes = (kernel: () => Kernel): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/v1/accounts/gathered-accounts/sync-accounts/',
    name: 'accounts.gatheredaccount.sync',
    policy: can('accounts.add_gatheredaccount'),
    handle: (ctx, { body }) => sync(kernel(), ctx, body),
  },
];
