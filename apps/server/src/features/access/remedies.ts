import type { AccessObject, AccessRemedy, AccessRemedyCode, AccessStep } from '@postern/contract/access';
import type { ActionName } from '@postern/contract/actions';
import { ALIAS } from '@postern/contract/platforms';
import type { Context } from '@postern/resource';
import { type Link, partialMatches } from '../permissions/index.ts';
import type { ExaminedPerson } from './person.ts';
import { objectOf } from './steps.ts';

/** What is asked. The moment is the clock of the context. */
export interface Question {
  userId: string;
  assetId: string;
  /** Alias, as a connection token names it; without one the best account is looked for. */
  account?: string | undefined;
  protocol?: string | undefined;
  action?: ActionName | undefined;
  method?: string | undefined;
  /** Address of the person. */
  address: string;
}

interface Refused {
  person: ExaminedPerson;
  asset: { id: string; name: string };
  /** Permissions between the two, whatever their state. */
  links: readonly Link[];
  steps: readonly AccessStep[];
  question: Question;
}

const remedy = (
  code: AccessRemedyCode,
  target: AccessObject | null,
  params: Readonly<Record<string, string>> = {},
  rule: AccessObject | null = null,
): AccessRemedy => ({ code, target, params, rule });

/** Permissions between the two that do not count now: waking one up is less than anything new. */
function sleeping(ctx: Context, links: readonly Link[]): AccessRemedy[] {
  return links.slice(0, 5).map((link) => {
    const target = objectOf(ctx, 'assetpermission', link);
    if (!link.is_active) return remedy('activate_permission', target);
    return remedy(link.date_expired <= ctx.clock() ? 'extend_permission' : 'start_permission', target);
  });
}

/** Permissions that hold one of the two. */
async function almost(ctx: Context, { person, asset, links }: Refused): Promise<AccessRemedy[]> {
  if (links.length > 0) return sleeping(ctx, links);
  const near = await partialMatches(ctx, person.id, asset.id);
  return [
    ...near.flatMap((one): AccessRemedy[] => {
      const permission = objectOf(ctx, 'assetpermission', one);
      if (one.holds === 'user')
        return one.node
          ? [remedy('add_to_node', objectOf(ctx, 'node', one.node), {}, permission), remedy('add_asset', permission)]
          : [remedy('add_asset', permission)];
      return one.group
        ? [remedy('add_to_group', objectOf(ctx, 'usergroup', one.group), {}, permission), remedy('add_user', permission)]
        : [remedy('add_user', permission)];
    }),
    remedy('create_permission', null),
  ];
}

/** An account that no permission in force gives: it is either not there, or not named. */
async function accounts(ctx: Context, { links, asset, question, person }: Refused): Promise<AccessRemedy[]> {
  const rows = await ctx.tx
    .selectFrom('accounts')
    .select(['name', 'username'])
    .where('asset_id', '=', asset.id)
    .where('is_active', '=', true)
    .orderBy('name')
    .limit(1000)
    .execute();
  const force = links.filter((link) => link.in_force);
  const wanted = rows.find((row) => row.name === question.account) ?? (question.account === undefined ? rows[0] : undefined);
  const name = wanted?.username ?? (question.account?.startsWith('@') ? question.account : undefined);
  if (name !== undefined && name !== '')
    return [
      ...sleeping(
        ctx,
        links.filter(
          (link) =>
            !link.in_force &&
            (link.accounts.includes(name) ||
              link.accounts.includes(ALIAS.ALL) ||
              (link.accounts.includes(ALIAS.USER) && name === person.username)),
        ),
      ),
      ...force.slice(0, 5).map((link) => remedy('add_account', objectOf(ctx, 'assetpermission', link), { account: name })),
    ];
  const named = force.flatMap((link) => link.accounts).find((entry) => !entry.startsWith('@'));
  return [remedy('create_account', objectOf(ctx, 'asset', asset), { account: question.account ?? named ?? '' })];
}

/** What is to be done about the person, by the step that they do not pass. */
const OF_PERSON = {
  user_inactive: 'activate_user',
  user_expired: 'extend_user',
  right_missing: 'give_role',
  login_locked: 'unlock_user',
} as const;

/** The smallest things that would let somebody in, for each step that stands against it. */
export async function remedies(ctx: Context, refused: Refused): Promise<AccessRemedy[]> {
  const { person, asset, links, steps } = refused;
  const user = objectOf(ctx, 'user', person);
  const machine = objectOf(ctx, 'asset', asset);
  const found: AccessRemedy[] = [];
  for (const { code, outcome, params, rule } of steps) {
    if (outcome === 'pass' || outcome === 'note') continue;
    switch (code) {
      case 'user_inactive':
      case 'user_expired':
      case 'right_missing':
      case 'login_locked':
        found.push(remedy(OF_PERSON[code], user));
        break;
      case 'asset_inactive':
        found.push(remedy('activate_asset', machine));
        break;
      case 'permission_none':
        found.push(...(await almost(ctx, refused)));
        break;
      case 'account_refused':
      case 'account_ended':
      case 'account_none':
        // Without any permission in force that step has said it all.
        if (links.some((link) => link.in_force)) found.push(...(await accounts(ctx, refused)));
        break;
      case 'action_missing':
        found.push(
          ...links
            .filter((link) => link.in_force)
            .slice(0, 5)
            .map((link) => remedy('add_action', objectOf(ctx, 'assetpermission', link), params)),
        );
        break;
      case 'protocol_missing':
        found.push(remedy('add_protocol', machine, params));
        break;
      default:
        if (rule) found.push(remedy('change_rule', rule));
    }
  }
  return found;
}
