import { GRANT_GAPS, type GrantGap, type NamedGap } from '@postern/contract/grant-gaps';
import { render, type Text, text } from '@postern/contract/text';
import { and, at, type Behaviour, type Context, type Where } from '@postern/resource';
import { type GrantRead, grantRead, hasAccounts, hasActions, hasAssets, hasPeople } from './gaps.queries.ts';
import { inForce } from './permission.resource.ts';

/** Why permissions grant nothing (decision 0166). */

const LABELS: Readonly<Record<GrantGap, Text>> = {
  no_people: text('No people in it', '没有任何用户', 'ユーザーなし'),
  no_assets: text('No assets in it', '没有任何资产', 'アセットなし'),
  no_accounts: text('No account', '没有账号', 'アカウントなし'),
  no_actions: text('No action', '没有动作', '操作なし'),
  switched_off: text('Switched off', '已禁用', '無効'),
  not_started: text('Not yet begun', '尚未开始', '開始前'),
  ended: text('Ended', '已结束', '終了'),
};

/** What a permission is made of, as far as it decides whether anybody gets anything. */
export interface GrantParts {
  people: boolean;
  assets: boolean;
  accounts: boolean;
  actions: boolean;
  active: boolean;
  start: Date;
  end: Date;
}

/** Every reason, in the order in which a form asks for what is missing. */
export function gapsOf(ctx: Context, grant: GrantParts): NamedGap[] {
  const now = ctx.clock();
  const found: Readonly<Record<GrantGap, boolean>> = {
    no_people: !grant.people,
    no_assets: !grant.assets,
    no_accounts: !grant.accounts,
    no_actions: !grant.actions,
    switched_off: !grant.active,
    not_started: grant.start > now,
    ended: grant.end <= now,
  };
  return GRANT_GAPS.filter((gap) => found[gap]).map((value) => ({ value, label: render(LABELS[value], ctx.language) }));
}

type Joined = NonNullable<Behaviour['joined']>[string];

export const gapsInList: Joined = {
  expression: grantRead,
  wire(value, ctx) {
    const [people, assets, accounts, actions, active, start, end] = value as GrantRead;
    return gapsOf(ctx, { people, assets, accounts, actions, active, start: new Date(start), end: new Date(end) });
  },
};

/** Nothing is missing of a permission (`t`). */
export const grantsSomething = (ctx: Context): Where => {
  const id = at('t')('id');
  return and(inForce(ctx, at('t')), hasActions, hasAccounts, hasPeople(id), hasAssets(id));
};
