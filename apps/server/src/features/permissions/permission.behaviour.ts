import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { ALIAS } from '@postern/contract/platforms';
import {
  among,
  and,
  at,
  type Behaviour,
  type Context,
  eb,
  inOrg,
  type Kernel,
  NOBODY,
  or,
  readReferences,
  type Where,
} from '@postern/resource';
import { findNode, lineage, nodeRows, selectNodes } from '../nodes/index.ts';
import { gapsInList, grantsSomething } from './gaps.ts';
import { holdingAssets, holdingGroup, holdingNodes, holdingPeople, type People, person } from './granted.ts';
import { inForce, permissionRows } from './permission.resource.ts';
import { makeTemplateAccounts, templateIds } from './template-accounts.ts';

const truthy = new Set(['1', 'true', 't', 'yes', 'on']);
const yes = (value: string): boolean => truthy.has(value.toLowerCase());
/** `all=0` leaves out what comes through groups and ancestor nodes. */
const directOnly = (query: Readonly<Record<string, string>>): boolean => query.all !== undefined && query.all !== '' && !yes(query.all);

const forUsers = (ctx: Context, who: People, query: Readonly<Record<string, string>>): Where =>
  eb('t.id', 'in', holdingPeople(ctx, who, directOnly(query)));

/** Permissions (`t`) that reach any of the assets (`a`); by nodes too unless only direct ones count. */
export async function forAssets(ctx: Context, assets: Where, direct: boolean): Promise<Where> {
  const found = await ctx.tx
    .selectFrom('assets as a')
    .leftJoin('asset_nodes as l', 'l.asset_id', 'a.id')
    .leftJoin('nodes as n', 'n.id', 'l.node_id')
    .select(({ fn }) => ['a.id', fn.agg<string[] | null>('array_agg', ['n.key']).filterWhere('n.key', 'is not', null).as('keys')])
    .where(assets)
    .where(inOrg(ctx, at('a')))
    .groupBy('a.id')
    .limit(1000)
    .execute();
  const ids = found.map((row) => row.id);
  const keys = [...new Set(found.flatMap((row) => (row.keys ?? []).flatMap(lineage)))];
  return eb('t.id', 'in', holdingAssets(ctx, ids, direct ? undefined : keys));
}

const forNodeKeys = (ctx: Context, keys: readonly string[]): Where => eb('t.id', 'in', holdingNodes(ctx, keys));

async function byNodeName(ctx: Context, name: string, direct: boolean): Promise<Where> {
  const found = await selectNodes(ctx).where('n.value', '=', name).where(nodeRows(ctx, 'n')).limit(1000).execute();
  return forNodeKeys(
    ctx,
    found.flatMap((row) => (direct ? [row.key] : lineage(row.key))),
  );
}

const linked = (side: 'users' | 'groups' | 'assets' | 'nodes'): Where =>
  eb.exists(eb.selectFrom(`asset_permission_${side} as x`).select('x.permission_id').whereRef('x.permission_id', '=', 't.id'));

/** In force and really reaching something: somebody, something and some action. */
const effective = (ctx: Context): Where =>
  and(inForce(ctx, at('t')), or(linked('users'), linked('groups')), or(linked('assets'), linked('nodes')), eb('t.actions', '>', 0));

const holdsAccounts = (names: readonly string[]): Where => eb('t.accounts', '@>', eb.cast(eb.val(JSON.stringify(names)), 'jsonb'));

/**
 * Templates named `%id` stand for the username they hold.
 * @throws InvalidInput for one that is not of the permission's organisation
 */
async function withoutTemplates(kernel: Kernel, ctx: Context, accounts: readonly string[], orgId: string): Promise<string[]> {
  const named = accounts.filter((entry) => entry.startsWith('%')).map((entry) => entry.slice(1));
  const plain = accounts.filter((entry) => !entry.startsWith('%') && entry !== '@SPEC' && entry !== '');
  if (named.length === 0) return plain;
  const ids = await readReferences(kernel.byName('accounttemplate'), ctx, 'accounts', named, { orgId });
  const templates = await ctx.tx
    .selectFrom('account_templates')
    .select('username')
    .where((on) => among(on.ref('id'), ids))
    .execute();
  return [...new Set([...plain, ...templates.map((row) => row.username)])];
}

const aliases: ReadonlySet<string> = new Set(Object.values(ALIAS));

export const permissionBehaviour = (kernel: () => Kernel): Behaviour => ({
  rows: permissionRows,
  joined: { gaps: gapsInList },
  filters: {
    grants_nothing: (ctx, value) => (yes(value) ? eb.not(grantsSomething(ctx)) : grantsSomething(ctx)),
    is_effective: (ctx, value) => (yes(value) ? effective(ctx) : eb.not(effective(ctx))),
    user_id: (ctx, value, query) => {
      const id = parseUuid(value);
      return id ? forUsers(ctx, person(id), query) : NOBODY;
    },
    username: (ctx, value, query) => {
      const named = ctx.tx.selectFrom('users as u').select('u.id').where('u.username', '=', value);
      return forUsers(ctx, (userId) => eb(userId, 'in', named), query);
    },
    user_group_id: (ctx, value) => {
      const id = parseUuid(value);
      return id ? eb('t.id', 'in', holdingGroup(ctx, id)) : NOBODY;
    },
    user_group: (ctx, value) => {
      const named = ctx.tx
        .selectFrom('asset_permission_groups as x')
        .innerJoin('user_groups as g', 'g.id', 'x.group_id')
        .select('x.permission_id')
        .where('g.name', '=', value);
      return eb('t.id', 'in', named);
    },
    asset_id: (ctx, value, query) => {
      const id = parseUuid(value);
      return id ? forAssets(ctx, eb('a.id', '=', id), directOnly(query)) : NOBODY;
    },
    asset_name: (ctx, value, query) => forAssets(ctx, eb('a.name', '=', value), directOnly(query)),
    address: (ctx, value, query) => forAssets(ctx, eb('a.address', '=', value), directOnly(query)),
    async node_id(ctx, value, query) {
      const node = await findNode(ctx, value);
      return node ? forNodeKeys(ctx, directOnly(query) ? [node.key] : lineage(node.key)) : NOBODY;
    },
    node_name: (ctx, value, query) => byNodeName(ctx, value, directOnly(query)),
    accounts: (_ctx, value) => {
      const names = value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .slice(0, 100);
      return or(holdsAccounts(names), holdsAccounts([ALIAS.ALL]));
    },
  },
  async prepare(ctx, { values, before }) {
    const given = values.accounts as readonly string[] | undefined;
    if (given === undefined) return;
    const wrong = given.find((entry) => entry.startsWith('@') && entry !== '@SPEC' && !aliases.has(entry));
    if (wrong !== undefined) throw InvalidInput.on('accounts', 'invalid_choice', { value: wrong });
    values.accounts = await withoutTemplates(kernel(), ctx, given, String(before?.org_id ?? ctx.org.id));
  },
  async written(ctx, write) {
    const templates = templateIds(write.body.accounts);
    if (templates.length === 0) write.unseen = true;
    else await makeTemplateAccounts(kernel(), ctx, String(write.row.id), templates);
  },
});
