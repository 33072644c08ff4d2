import type { AccessAccount, AccessExplanation, AccessStep, AccessVerdict } from '@postern/contract/access';
import { ACTION, actionsOf } from '@postern/contract/actions';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Context, formatDatetime, type Kernel } from '@postern/resource';
import { inEveryOrganisation } from '../../platform/context.ts';
import { commandFilters, decideAssetLogin } from '../acls/index.ts';
import { activeAsset, checkAccount, offers, ruleTarget, type TargetAsset } from '../connection-tokens/index.ts';
import { accountsFor, type Link, linksBetween, type UsableAccount } from '../permissions/index.ts';
import { type AccessDeps, type ExaminedPerson, examinePerson } from './person.ts';
import { type Question, remedies } from './remedies.ts';
import { decided, lacking, objectOf, outcomeOf, pass, stepOf } from './steps.ts';

/** Accounts whose rules are looked up one by one. */
const MAX_ACCOUNTS = 20;

export interface AssetRow {
  id: string;
  name: string;
  address: string;
  org_id: string;
}

const linkCode = (ctx: Context, link: Link) =>
  link.in_force
    ? 'permission'
    : link.is_active
      ? link.date_expired <= ctx.clock()
        ? 'permission_ended'
        : 'permission_not_started'
      : 'permission_inactive';

function permissionSteps(ctx: Context, links: readonly Link[]): AccessStep[] {
  const steps = links.map((link) => {
    const code = linkCode(ctx, link);
    const params = {
      accounts: link.accounts.join(', '),
      until: formatDatetime(link.date_expired, ctx.timeZone) ?? '',
      from: formatDatetime(link.date_start, ctx.timeZone) ?? '',
    };
    return stepOf(code, code === 'permission' ? 'pass' : 'note', params, objectOf(ctx, 'assetpermission', link));
  });
  return links.some((link) => link.in_force) ? steps : [...steps, stepOf('permission_none', 'fail')];
}

const accountCode = (error: unknown): 'account_not_here' | 'account_ended' | 'account_refused' | 'account_unconfirmed' => {
  if (error instanceof InvalidInput) return 'account_not_here';
  if (error instanceof CodedError && error.code === 'perm_expired') return 'account_ended';
  if (error instanceof CodedError && error.code === 'destination_unconfirmed') return 'account_unconfirmed';
  if (error instanceof CodedError && error.code === 'perm_account_invalid') return 'account_refused';
  throw error;
};

interface Judged {
  account: UsableAccount;
  decision: Awaited<ReturnType<typeof decideAssetLogin>>;
}

/** Usable accounts with what the asset login rules say about each. */
async function judge(
  ctx: Context,
  kernel: Kernel,
  person: ExaminedPerson,
  asset: TargetAsset,
  accounts: readonly UsableAccount[],
  address: string,
): Promise<Judged[]> {
  const found: Judged[] = [];
  for (const account of accounts.slice(0, MAX_ACCOUNTS))
    found.push({ account, decision: await decideAssetLogin(ctx, kernel, person.id, ruleTarget(asset, account), address) });
  return found;
}

const RANK = { pass: 0, review: 1, fail: 2 } as const;
const rankOf = ({ account, decision }: Judged, hasFactor: boolean): number =>
  account.actions === 0 ? 3 : lacking(decision, hasFactor) ? RANK.fail : RANK[outcomeOf(decision.action)];

/** The account the steps are about: the one that was named, else the one with which most is possible. */
async function accountStep(
  ctx: Context,
  person: ExaminedPerson,
  asset: TargetAsset,
  judged: readonly Judged[],
  question: Question,
): Promise<{ step: AccessStep; chosen?: UsableAccount }> {
  const alias = question.account ?? [...judged].sort((a, b) => rankOf(a, person.hasFactor) - rankOf(b, person.hasFactor))[0]?.account.alias;
  if (alias === undefined) return { step: stepOf('account_none', 'fail') };
  try {
    const chosen = await checkAccount(ctx, person, asset, alias);
    return { step: pass('account_usable', { account: chosen.alias }), chosen };
  } catch (error) {
    return { step: stepOf(accountCode(error), 'fail', { account: alias }) };
  }
}

const actionNames = (bits: number): string[] => actionsOf(bits).map(({ value }) => value);

function wishes(
  person: ExaminedPerson,
  asset: TargetAsset,
  chosen: UsableAccount | undefined,
  ctx: Context,
  question: Question,
): AccessStep[] {
  const { action, protocol, method } = question;
  const steps: AccessStep[] = [];
  if (action && chosen) {
    const granted = (chosen.actions & ACTION[action]) !== 0;
    steps.push(stepOf(granted ? 'action_granted' : 'action_missing', granted ? 'pass' : 'fail', { action }));
  }
  if (protocol) {
    const offered = offers(asset, protocol);
    steps.push(stepOf(offered ? 'protocol_offered' : 'protocol_missing', offered ? 'pass' : 'fail', { protocol }));
  }
  if (method) {
    const rule = person.methodRules.find((one) => one.connect_methods.includes(method));
    steps.push(
      rule ? stepOf('method_refused', 'fail', { method }, objectOf(ctx, 'connectmethodacl', rule)) : pass('method_free', { method }),
    );
  }
  return steps;
}

export const verdictOf = (steps: readonly AccessStep[]): AccessVerdict =>
  steps.some((step) => step.outcome === 'fail') ? 'refused' : steps.some((step) => step.outcome === 'review') ? 'review' : 'allowed';

/**
 * What stands between an examined person and an asset, by the functions that connecting itself asks. `advise` also looks
 * for what would let them in.
 */
export async function examineTarget(
  inOrg: Context,
  kernel: Kernel,
  person: ExaminedPerson,
  asset: AssetRow,
  question: Question,
  advise: boolean,
): Promise<AccessExplanation> {
  // Tokens are asked for over all organisations at once; whoever asks here was let to this asset before.
  const ctx = inEveryOrganisation(inOrg);
  const target = await activeAsset(ctx, asset.id);
  const links = await linksBetween(ctx, person.id, asset.id);
  const usable = target ? await accountsFor(ctx, person, asset.id) : [];
  const judged = target ? await judge(ctx, kernel, person, target, usable, question.address) : [];
  const steps: AccessStep[] = [
    ...person.steps,
    target ? pass('asset_active') : stepOf('asset_inactive', 'fail'),
    ...permissionSteps(inOrg, links),
  ];
  let account: UsableAccount | undefined;
  if (target) {
    const { step, chosen } = await accountStep(ctx, person, target, judged, question);
    account = chosen;
    steps.push(step, ...wishes(person, target, chosen, inOrg, question));
    if (chosen) {
      const known = judged.find((one) => one.account.alias === chosen.alias)?.decision;
      const rule = ruleTarget(target, chosen);
      steps.push(
        await decided(inOrg, 'asset_login', known ?? (await decideAssetLogin(ctx, kernel, person.id, rule, question.address)), {
          userId: person.id,
          orgId: target.org_id,
          hasFactor: person.hasFactor,
        }),
      );
      for (const filter of await commandFilters(ctx, kernel, person.id, rule))
        steps.push(stepOf('command_filter', 'note', { action: String(filter.action) }, objectOf(inOrg, 'commandfilteracl', filter)));
    }
  }
  const verdict = verdictOf(steps);
  return {
    verdict,
    user: { id: person.id, name: person.name, username: person.username },
    asset: { id: asset.id, name: asset.name, address: asset.address },
    account: account?.alias ?? null,
    address: question.address,
    accounts: judged.map(
      ({ account: one, decision }): AccessAccount => ({
        alias: one.alias,
        name: one.name,
        username: one.username,
        actions: actionNames(one.actions),
        outcome: lacking(decision, person.hasFactor) ? 'fail' : outcomeOf(decision.action),
      }),
    ),
    steps,
    missing: verdict === 'allowed' || !advise ? [] : await remedies(inOrg, { person, asset, links, steps, question }),
  };
}

/** Why a person reaches an asset at this moment, or does not (decision 0048). The caller has seen to it that both may be seen. */
export async function explain(ctx: Context, deps: AccessDeps, asset: AssetRow, question: Question): Promise<AccessExplanation> {
  const { kernel } = deps;
  const person = await examinePerson(ctx, deps, { userId: question.userId, orgId: asset.org_id, address: question.address });
  if (!person) throw new CodedError('object_does_not_exist', { resource: kernel.byName('user').label[ctx.language] });
  return examineTarget(ctx, kernel, person, asset, question, true);
}
