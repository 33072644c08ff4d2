import { ACTION, actionsOf } from '@postern/contract/actions';
import { ALIAS } from '@postern/contract/platforms';
import { render, text } from '@postern/contract/text';
import { at, type Context } from '@postern/resource';
import type { NotNull } from 'kysely';
import { holdingAssets, holdingPeople, keysAbove, person } from './granted.ts';
import { inForce, permissionRows } from './permission.resource.ts';

/** Accounts a user may use on an asset (docs/wire/permissions.md#accounts-of-a-user). */

export interface Rule {
  accounts: readonly string[];
  actions: number;
  date_expired: Date;
  recording: 'strict' | 'best_effort';
  forward_to: readonly string[];
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
  /** Where its ports may be forwarded to, by those rules that allow forwarding. */
  forwardTo: readonly string[];
}

type Reached = Pick<UsableAccount, 'actions' | 'dateExpired' | 'recording' | 'forwardTo'>;

function add(found: Map<string, Reached>, key: string, rule: Rule): void {
  const known = found.get(key);
  found.set(key, {
    actions: (known?.actions ?? 0) | rule.actions,
    dateExpired: known && known.dateExpired > rule.date_expired ? known.dateExpired : rule.date_expired,
    recording: known?.recording === 'strict' ? 'strict' : rule.recording,
    forwardTo: [...new Set([...(known?.forwardTo ?? []), ...((rule.actions & ACTION.forward) === 0 ? [] : rule.forward_to)])],
  });
}

/**
 * Rules in, accounts out: usernames mean all active accounts of that name, `@ALL` every one, `@USER` those named like
 * the user or a virtual one, `@INPUT` and `@ANON` virtual ones. Actions and destinations add up, the latest expiry counts, and a strict
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

/** What was asked for already, by transactions that remember. */
const remembered = new WeakMap<object, Map<string, Promise<Link[]>>>();

/** From now on the permissions between a person and an asset are asked for once, until the transaction ends. For work that changes none of them. */
export const rememberLinks = ({ tx }: Context): void => void remembered.set(tx, new Map());

/** Permissions that link a user and an asset, directly or by groups and nodes, whatever their state. */
export function linksBetween(ctx: Context, userId: string, assetId: string): Promise<Link[]> {
  const known = remembered.get(ctx.tx);
  const key = `${ctx.org.id} ${userId} ${assetId}`;
  const found = known?.get(key) ?? askLinks(ctx, userId, assetId);
  known?.set(key, found);
  return found;
}

async function askLinks(ctx: Context, userId: string, assetId: string): Promise<Link[]> {
  const keys = await keysAbove(ctx, assetId);
  return (
    ctx.tx
      .selectFrom('asset_permissions as p')
      .select(['p.id', 'p.name', 'p.accounts', 'p.actions', 'p.date_start', 'p.date_expired', 'p.recording', 'p.forward_to', 'p.is_active'])
      .select(({ and }) =>
        and([inForce(ctx, at('p'))])
          .$castTo<boolean>()
          .as('in_force'),
      )
      .where(permissionRows(ctx, 'p'))
      .where('p.id', 'in', holdingPeople(ctx, person(userId)))
      .where('p.id', 'in', holdingAssets(ctx, [assetId], keys))
      .orderBy('p.name')
      .orderBy('p.id')
      // Every permission is given both dates, by defaults that a function makes: the columns would take null.
      .$narrowType<{ date_start: NotNull; date_expired: NotNull }>()
      .execute()
  );
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
  const rows = await ctx.tx
    .selectFrom('accounts')
    .select((eb) => ['id', 'name', 'username', 'secret_type', eb('secret', 'is not', null).$castTo<boolean>().as('has_secret')])
    .where('asset_id', '=', assetId)
    .where('is_active', '=', true)
    .orderBy('name')
    // An account without a name is called by its username when it is written (features/accounts).
    .$narrowType<{ name: NotNull }>()
    .execute();
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
