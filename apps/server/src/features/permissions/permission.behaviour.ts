import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { ALIAS } from '@postern/contract/platforms';
import { type Behaviour, type Context, defineBehaviour, type Kernel, readReferences, type Where } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { findNode, inOrg, lineage } from '../nodes/index.ts';
import { inForce } from './permission.resource.ts';
import { makeTemplateAccounts, templateIds } from './template-accounts.ts';

const truthy = new Set(['1', 'true', 't', 'yes', 'on']);
const yes = (value: string): boolean => truthy.has(value.toLowerCase());
/** `all=0` leaves out what comes through groups and ancestor nodes. */
const directOnly = (query: Readonly<Record<string, string>>): boolean => query.all !== undefined && query.all !== '' && !yes(query.all);
const none = sql<boolean>`false`;

function forUsers(users: RawBuilder<unknown>, direct: boolean): Where {
  const own = sql`select x.permission_id from asset_permission_users x where x.user_id in (${users})`;
  const throughGroups = sql`union select x.permission_id from asset_permission_groups x
    join user_group_members m on m.group_id = x.group_id where m.user_id in (${users})`;
  return sql`t.id in (${own} ${direct ? sql`` : throughGroups})`;
}

/** Permissions that reach any of the assets; by nodes too unless only direct ones count. */
export async function forAssets(ctx: Context, assets: Where, direct: boolean): Promise<Where> {
  const { rows } = await sql<{ id: string; keys: string[] | null }>`
    select a.id, array_agg(n.key) filter (where n.key is not null) as keys
    from assets a left join asset_nodes l on l.asset_id = a.id left join nodes n on n.id = l.node_id
    where ${assets} and ${inOrg(ctx, sql`a.org_id`)} group by a.id limit 1000`.execute(ctx.tx);
  const ids = rows.map((row) => row.id);
  const keys = [...new Set(rows.flatMap((row) => (row.keys ?? []).flatMap(lineage)))];
  const byNode = sql`union select x.permission_id from asset_permission_nodes x
    join nodes n on n.id = x.node_id where n.key = any(${keys}::text[])`;
  return sql`t.id in (select x.permission_id from asset_permission_assets x where x.asset_id = any(${ids}::uuid[]) ${direct ? sql`` : byNode})`;
}

function forNodeKeys(keys: readonly string[]): Where {
  return sql`t.id in (select x.permission_id from asset_permission_nodes x join nodes n on n.id = x.node_id where n.key = any(${[...keys]}::text[]))`;
}

async function byNodeName(ctx: Context, name: string, direct: boolean): Promise<Where> {
  const { rows } = await sql<{ key: string }>`select key from nodes where value = ${name} and ${inOrg(ctx)} limit 1000`.execute(ctx.tx);
  return forNodeKeys(rows.flatMap((row) => (direct ? [row.key] : lineage(row.key))));
}

const linked = (table: RawBuilder<unknown>) => sql`exists (select 1 from ${table} x where x.permission_id = t.id)`;

/** In force and really reaching something: somebody, something and some action. */
function effective(ctx: Context): Where {
  const somebody = sql`(${linked(sql`asset_permission_users`)} or ${linked(sql`asset_permission_groups`)})`;
  const something = sql`(${linked(sql`asset_permission_assets`)} or ${linked(sql`asset_permission_nodes`)})`;
  return sql`(${inForce(ctx, sql`t`)} and ${somebody} and ${something} and t.actions > 0)`;
}

/**
 * Templates named `%id` stand for the username they hold.
 * @throws InvalidInput for one that is not of the permission's organisation
 */
async function withoutTemplates(kernel: Kernel, ctx: Context, accounts: readonly string[], orgId: string): Promise<string[]> {
  const named = accounts.filter((entry) => entry.startsWith('%')).map((entry) => entry.slice(1));
  const plain = accounts.filter((entry) => !entry.startsWith('%') && entry !== '@SPEC' && entry !== '');
  if (named.length === 0) return plain;
  const ids = await readReferences(kernel.byName('accounttemplate'), ctx, 'accounts', named, { orgId });
  const { rows } = await sql<{ username: string }>`select username from account_templates where id = any(${ids}::uuid[])`.execute(ctx.tx);
  return [...new Set([...plain, ...rows.map((row) => row.username)])];
}

const aliases: ReadonlySet<string> = new Set(Object.values(ALIAS));

export const permissionBehaviour = (kernel: () => Kernel): Behaviour =>
  defineBehaviour({
    filters: {
      is_effective: (ctx, value) => (yes(value) ? effective(ctx) : sql`not ${effective(ctx)}`),
      user_id: (_ctx, value, query) => {
        const id = parseUuid(value);
        return id ? forUsers(sql`${id}::uuid`, directOnly(query)) : none;
      },
      username: (_ctx, value, query) => forUsers(sql`select u.id from users u where u.username = ${value}`, directOnly(query)),
      user_group_id: (_ctx, value) => {
        const id = parseUuid(value);
        return id ? sql`t.id in (select x.permission_id from asset_permission_groups x where x.group_id = ${id})` : none;
      },
      user_group: (_ctx, value) => sql`t.id in (
      select x.permission_id from asset_permission_groups x join user_groups g on g.id = x.group_id where g.name = ${value})`,
      asset_id: (ctx, value, query) => {
        const id = parseUuid(value);
        return id ? forAssets(ctx, sql`a.id = ${id}`, directOnly(query)) : none;
      },
      asset_name: (ctx, value, query) => forAssets(ctx, sql`a.name = ${value}`, directOnly(query)),
      address: (ctx, value, query) => forAssets(ctx, sql`a.address = ${value}`, directOnly(query)),
      async node_id(ctx, value, query) {
        const node = await findNode(ctx, parseUuid(value) ?? value);
        return node ? forNodeKeys(directOnly(query) ? [node.key] : lineage(node.key)) : none;
      },
      node_name: (ctx, value, query) => byNodeName(ctx, value, directOnly(query)),
      accounts: (_ctx, value) => {
        const names = value
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .slice(0, 100);
        return sql`(t.accounts @> ${JSON.stringify(names)}::jsonb or t.accounts @> ${JSON.stringify([ALIAS.ALL])}::jsonb)`;
      },
    },
    async prepare(ctx, { values, before }) {
      const given = values.accounts as readonly string[] | undefined;
      if (given === undefined) return;
      const wrong = given.find((entry) => entry.startsWith('@') && entry !== '@SPEC' && !aliases.has(entry));
      if (wrong !== undefined) throw InvalidInput.on('accounts', 'invalid_choice', { value: wrong });
      values.accounts = await withoutTemplates(kernel(), ctx, given, String(before?.org_id ?? ctx.org.id));
    },
    async written(ctx, { body, row }) {
      await makeTemplateAccounts(kernel(), ctx, String(row.id), templateIds(body.accounts));
    },
  });
