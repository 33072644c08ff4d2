import { actionsOf } from '@postern/contract/actions';
import { ALIAS } from '@postern/contract/platforms';
import { render, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { inOrg, lineage } from '../nodes/index.ts';
import { inForce } from './permission.resource.ts';

/** Accounts a user may use on an asset (docs/wire/permissions.md#accounts-of-a-user). */

export interface Rule {
  accounts: readonly string[];
  actions: number;
  date_expired: Date;
  recording: 'strict' | 'best_effort';
}
export interface StoredAccount {
  id: string;
  name: string;
  username: string;
  secret_type: string;
  has_secret: boolean;
}
export interface UsableAccount {
  /** Null for an alias that stands for no stored account. */
  id: string | null;
  alias: string;
  name: string;
  username: string;
  secretType: string;
  hasSecret: boolean;
  actions: number;
  dateExpired: Date;
  recording: Rule['recording'];
}

interface Reached {
  actions: number;
  dateExpired: Date;
  recording: Rule['recording'];
}

function add(found: Map<string, Reached>, key: string, rule: Rule): void {
  const known = found.get(key);
  found.set(key, {
    actions: (known?.actions ?? 0) | rule.actions,
    dateExpired: known && known.dateExpired > rule.date_expired ? known.dateExpired : rule.date_expired,
    recording: known?.recording === 'strict' ? 'strict' : rule.recording,
  });
}

/**
 * Rules in, accounts out: usernames mean all active accounts of that name, `@ALL` every one, `@USER` those named like
 * the user or a virtual one, `@INPUT` and `@ANON` virtual ones. Actions add up, the latest expiry counts, and a strict
 * rule makes the recording strict.
 */
export function usableAccounts(
  rules: readonly Rule[],
  accounts: readonly StoredAccount[],
  username: string,
  virtualName: (alias: string) => string,
): UsableAccount[] {
  const stored = new Map<string, Reached>();
  const virtual = new Map<string, Reached>();
  for (const rule of rules) {
    for (const entry of rule.accounts) {
      const wanted = entry === ALIAS.USER ? username : entry;
      const named = entry === ALIAS.ALL ? accounts : accounts.filter((account) => account.username === wanted);
      if (entry === ALIAS.ALL || entry === ALIAS.USER || !entry.startsWith('@')) for (const account of named) add(stored, account.id, rule);
      if (entry === ALIAS.INPUT || entry === ALIAS.ANON || (entry === ALIAS.USER && named.length === 0)) add(virtual, entry, rule);
    }
  }
  return [
    ...accounts.flatMap((account): UsableAccount[] => {
      const reached = stored.get(account.id);
      if (!reached) return [];
      const { id, name, username: own, secret_type, has_secret } = account;
      const alias = own.startsWith('@') ? own : name;
      return [{ id, alias, name, username: own, secretType: secret_type, hasSecret: has_secret, ...reached }];
    }),
    ...[...virtual].map(
      ([alias, reached]): UsableAccount => ({
        id: null,
        alias,
        name: virtualName(alias),
        username: alias,
        secretType: 'password',
        hasSecret: false,
        ...reached,
      }),
    ),
  ];
}

const names: Readonly<Record<string, ReturnType<typeof text>>> = {
  [ALIAS.INPUT]: text('Manual input', '手动输入', '手動入力'),
  [ALIAS.USER]: text('Same as the user', '同名账号', 'ユーザーと同名'),
  [ALIAS.ANON]: text('Anonymous', '匿名账号', '匿名アカウント'),
};

/** A permission that links a user and an asset, and whether it counts at this moment. */
export interface Link extends Rule {
  id: string;
  name: string;
  is_active: boolean;
  date_start: Date;
  in_force: boolean;
}

/** Permissions that link a user and an asset, directly or by groups and nodes, whatever their state. */
export async function linksBetween(ctx: Context, userId: string, assetId: string): Promise<Link[]> {
  const { rows: nodes } = await sql<{ key: string }>`
    select n.key from asset_nodes l join nodes n on n.id = l.node_id where l.asset_id = ${assetId}`.execute(ctx.tx);
  const keys = [...new Set(nodes.flatMap((row) => lineage(row.key)))];
  const { rows } = await sql<Link>`
    select p.id, p.name, p.accounts, p.actions, p.date_start, p.date_expired, p.recording, p.is_active, ${inForce(ctx, sql`p`)} as in_force
    from asset_permissions p
    where ${inOrg(ctx, sql`p.org_id`)}
      and p.id in (
        select x.permission_id from asset_permission_users x where x.user_id = ${userId}
        union select x.permission_id from asset_permission_groups x
          join user_group_members m on m.group_id = x.group_id where m.user_id = ${userId})
      and p.id in (
        select x.permission_id from asset_permission_assets x where x.asset_id = ${assetId}
        union select x.permission_id from asset_permission_nodes x
          join nodes n on n.id = x.node_id where n.key = any(${keys}::text[]))
    order by p.name, p.id`.execute(ctx.tx);
  return rows;
}

/** Permissions between the two that count now, or those that would if they had not ended. */
async function rulesFor(ctx: Context, userId: string, assetId: string, state: 'in force' | 'lapsed'): Promise<Rule[]> {
  const links = await linksBetween(ctx, userId, assetId);
  return links.filter((link) => (state === 'in force' ? link.in_force : link.is_active && link.date_expired <= ctx.clock()));
}

/** Accounts of one asset that a user may use now; empty when none. `lapsed` asks what expired permissions would have given. */
export async function accountsFor(
  ctx: Context,
  user: { id: string; username: string },
  assetId: string,
  state: 'in force' | 'lapsed' = 'in force',
): Promise<UsableAccount[]> {
  const rules = await rulesFor(ctx, user.id, assetId, state);
  if (rules.length === 0) return [];
  const { rows } = await sql<StoredAccount>`
    select id, name, username, secret_type, secret is not null as has_secret from accounts
    where asset_id = ${assetId} and is_active order by name`.execute(ctx.tx);
  return usableAccounts(rules, rows, user.username, (alias) => {
    const name = names[alias];
    return name ? render(name, ctx.language) : alias;
  });
}

const wireActions = (ctx: Context, bits: number) =>
  actionsOf(bits).map(({ value, label }) => ({ value, label: render(label, ctx.language) }));

export const wireAccount = (ctx: Context, account: UsableAccount) => ({
  alias: account.alias,
  name: account.name,
  username: account.username,
  has_username: account.username !== '' && !account.username.startsWith('@'),
  has_secret: account.hasSecret,
  secret_type: account.secretType,
  actions: wireActions(ctx, account.actions),
});
