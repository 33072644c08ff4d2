import type { AccessObject, AccessOutcome, AccessStep, AccessStepCode } from '@postern/contract/access';
import { type Context, holds } from '@postern/resource';
import { type Decision, reviewersOfRule } from '../acls/index.ts';
import { ableReviewers } from '../tickets/index.ts';

const VIEW: Readonly<Record<AccessObject['type'], string>> = {
  user: 'users.view_user',
  usergroup: 'users.view_usergroup',
  asset: 'assets.view_asset',
  node: 'assets.view_node',
  assetpermission: 'perms.view_assetpermission',
  loginacl: 'acls.view_loginacl',
  loginassetacl: 'acls.view_loginassetacl',
  commandfilteracl: 'acls.view_commandfilteracl',
  connectmethodacl: 'acls.view_connectmethodacl',
};

/** A rule or object as whoever asks may know it: that there is one is said in any case, which one only to those who may look at it. */
export const objectOf = (ctx: Context, type: AccessObject['type'], row: { id: string; name: string }): AccessObject =>
  holds(ctx.actor, [VIEW[type]]) ? { type, id: row.id, name: row.name } : { type, id: null, name: null };

export const stepOf = (
  code: AccessStepCode,
  outcome: AccessOutcome,
  params: Readonly<Record<string, string>> = {},
  rule: AccessObject | null = null,
): AccessStep => ({ code, outcome, params, rule });
export const pass = (code: AccessStepCode, params: Readonly<Record<string, string>> = {}): AccessStep => stepOf(code, 'pass', params);
export const noteOf = (code: AccessStepCode): AccessStep => stepOf(code, 'note');

/** Outcome of a decision by access rules. */
export const outcomeOf = (action: string): 'pass' | 'fail' | 'review' =>
  action === 'reject' ? 'fail' : action === 'review' ? 'review' : 'pass';

/** Whether a rule asks for a second factor of somebody who has none. */
export const lacking = ({ action }: Decision, hasFactor: boolean): boolean => action === 'mfa' && !hasFactor;

const WORDS = { pass: 'accept', fail: 'reject', review: 'review' } as const;

const KINDS = {
  login: { type: 'loginacl', reviewers: 'login_acl_reviewers' },
  asset_login: { type: 'loginassetacl', reviewers: 'login_asset_acl_reviewers' },
} as const;

/**
 * A decision of login or asset login rules as a step; without a rule nothing stood in the way. Where somebody is to be
 * asked first and nobody can be, a connection is refused (decision 0046).
 * @param orgId organisation the review would be opened in
 * @param hasFactor whether they could show a second factor
 */
export async function decided(
  ctx: Context,
  what: 'login' | 'asset_login',
  decision: Decision,
  { userId, orgId, hasFactor }: { userId: string; orgId: string; hasFactor: boolean },
): Promise<AccessStep> {
  const { rule } = decision;
  if (!rule) return pass(`${what}_free`);
  const { type, reviewers } = KINDS[what];
  const named = objectOf(ctx, type, rule);
  const outcome = outcomeOf(decision.action);
  if (outcome === 'review') {
    const able = await ableReviewers(ctx, await reviewersOfRule(ctx, reviewers, rule.id), orgId, userId);
    if (able.length === 0) return stepOf(`${what}_review_impossible`, 'fail', {}, named);
  }
  // At a login one is set up on the way in.
  if (what === 'asset_login' && lacking(decision, hasFactor)) return stepOf('asset_login_mfa_missing', 'fail', {}, named);
  if (decision.action === 'mfa') return stepOf(`${what}_mfa`, 'pass', {}, named);
  return stepOf(`${what}_${WORDS[outcome]}`, outcome, {}, named);
}
