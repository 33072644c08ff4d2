import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, can, holds, type Kernel, list, narrowed, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { contains, findNode, inOrg, within } from '../nodes/index.ts';

const idList = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .slice(0, 100)
    .flatMap((one) => parseUuid(one.trim()) ?? []);

async function switchSources(kernel: Kernel, ctx: Context, query: Readonly<Record<string, string>>, url: URL): Promise<unknown> {
  const account = parseUuid(query.account);
  const asset = parseUuid(query.asset);
  if (!account && !asset) return [];
  const where = account
    ? sql<boolean>`t.asset_id = (select asset_id from accounts where id = ${account}) and t.id <> ${account}
        and t.su_from_id is distinct from ${account}::uuid`
    : sql<boolean>`t.asset_id = ${asset}`;
  // An array whatever `limit` says (docs/wire/shapes-accounts.md).
  const { account: _account, asset: _asset, limit: _limit, offset: _offset, ...rest } = query;
  return list(
    kernel,
    narrowed(kernel.byName('account'), () => where),
    ctx,
    { query: rest, url },
  );
}

/** Usernames that exist on some assets: at most ten, administrators' first (docs/wire/accounts.md#suggestions). */
async function usernames(ctx: Context, query: Readonly<Record<string, string>>): Promise<string[]> {
  // Who writes permissions may ask, but is told of no account that they could not list.
  if (!holds(ctx.actor, ['accounts.view_account'])) return [];
  const assets = idList(query.assets);
  const keys = (query.keys ?? query.nodes ?? '').split(',').slice(0, 100).filter(Boolean);
  const nodes = (await Promise.all(keys.map((key) => findNode(ctx, parseUuid(key) ?? key)))).flatMap((node) => node ?? []);
  const below = nodes.map((node) => within(sql`n.key`, node.key));
  const places = [
    ...(assets.length > 0 ? [sql`c.asset_id = any(${assets}::uuid[])`] : []),
    ...(below.length > 0
      ? [sql`c.asset_id in (select l.asset_id from nodes n join asset_nodes l on l.node_id = n.id where ${sql.join(below, sql` or `)})`]
      : []),
  ];
  const { rows } = await sql<{ username: string }>`
    select distinct c.username, c.username in ('root', 'admin', 'administrator') as first from accounts c
    where c.username <> '' and ${inOrg(ctx, sql`c.org_id`)}
      ${places.length > 0 ? sql`and (${sql.join(places, sql` or `)})` : sql``}
      ${query.username ? sql`and c.username ilike ${contains(query.username.slice(0, 128))}` : sql``}
    order by 2 desc, 1 limit 10`.execute(ctx.tx);
  return rows.map((row) => row.username);
}

async function clearSecrets(ctx: Context, body: unknown): Promise<void> {
  const given = (body as Record<string, unknown> | null)?.account_ids;
  if (!Array.isArray(given)) throw InvalidInput.on('account_ids', given === undefined ? 'required' : 'not_a_list');
  if (given.length > 1000) throw InvalidInput.on('account_ids', 'too_many', { max: 1000 });
  const ids = given.flatMap((id) => parseUuid(id) ?? []);
  const { rows } = await sql<{ id: string; name: string; org_id: string }>`
    update accounts set secret = null, ssh_fingerprint = null, date_updated = now()
    where id = any(${ids}::uuid[]) and ${inOrg(ctx)} returning id, name, org_id`.execute(ctx.tx);
  for (const row of rows) {
    ctx.audit({
      action: 'update',
      resourceType: 'account',
      resourceId: row.id,
      resource: row.name,
      orgId: row.org_id,
      changes: [{ field: 'secret', before: '******', after: '' }],
    });
  }
}

export const accountRoutes = (kernel: () => Kernel): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/v1/accounts/accounts/su-from-accounts/',
    name: 'accounts.account.suFrom',
    shape: { rows: 'account' },
    policy: can('accounts.view_account'),
    handle: async (ctx, { query, url }) => ok(await switchSources(kernel(), ctx, query, url)),
  },
  {
    method: 'GET',
    path: '/api/v1/accounts/accounts/username-suggestions/',
    name: 'accounts.account.usernames',
    // Those who choose accounts are enough: not everybody reads the names of all.
    policy: can('accounts.view_account | perms.add_assetpermission | perms.change_assetpermission'),
    handle: async (ctx, { query }) => ok(await usernames(ctx, query)),
  },
  {
    method: 'PATCH',
    path: '/api/v1/accounts/accounts/clear-secret/',
    name: 'accounts.account.clearSecret',
    policy: can('accounts.change_account'),
    async handle(ctx, { body }) {
      await clearSecrets(ctx, body);
      return ok({});
    },
  },
];
