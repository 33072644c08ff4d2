import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import type { LoginFacts } from '../../platform/audit/login-log.ts';
import { ensureSession } from '../../platform/auth/sessions.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { termsOf } from '../terms/index.ts';
import { asUser } from './acting.ts';
import type { ExternalFacts } from './external-facts.ts';
import type { LoginDeps, LoginRule } from './limits.ts';
import { type Origin, type Outcome, refuse } from './login-attempt.ts';
import { findById, type LoginUser } from './login-user.ts';
import { type DueCode, refusal } from './refusals.ts';
import { mfaOf } from './second-factors.ts';

/** Seconds a finished password step is good for. */
export const STEP_TTL = 600;

/** Kept in the anonymous session between the steps of one login. */
export interface Marks {
  userId: string;
  at: number;
  backend: string;
  /** The SSH key that was shown. */
  keyId?: string;
  external?: ExternalFacts;
  keep: boolean;
  /** Where the person is; the calls after the password do not all say so. */
  from: Origin;
  /** Why the password itself has to be replaced before the login ends. */
  newPassword?: DueCode;
  /** The second factor was shown. */
  mfa?: true;
  /** By what it was shown. */
  factor?: string;
  /** It need not be, unless a rule asks for it: another place has asked for its own, or this browser is trusted. */
  excused?: 'elsewhere' | 'trusted';
  /** A login rule asks for it, whatever else holds. */
  byRule?: true;
  /** This browser is to be trusted once the login is done. */
  trust?: true;
  /** The ticket this login waits for. */
  ticket?: string;
}

/** What the log says of the place that vouched for somebody, and of how it says that it did. */
const placeFacts = ({ source, provider, acr, amr }: ExternalFacts): LoginFacts => ({
  source,
  provider,
  ...(acr ? { acr } : {}),
  ...(amr ? { amr } : {}),
});

/** What the log says of a login that got so far. */
export const knownSoFar = ({
  backend,
  factor,
  external,
}: Pick<Marks, 'backend' | 'factor' | 'external'>): { backend: string; facts: LoginFacts } => ({
  backend,
  facts: { ...(factor ? { factor } : {}), ...(external ? placeFacts(external) : {}) },
});

/** Where people log in by the page, as it is written to them. */
export const loginAddress = ({ settings }: Pick<LoginDeps, 'settings'>): string =>
  `${settings.get('SITE_URL').replace(/\/$/, '')}/core/auth/login/`;

const marksOf = (data: Record<string, unknown>): Marks | undefined => data.login as Marks | undefined;

/** The user a login in this session has come to, when its password step is still good. */
export async function pendingLogin(ctx: Context): Promise<{ user: LoginUser; marks: Marks } | undefined> {
  const session = await ensureSession(ctx);
  const marks = marksOf(session.data);
  if (!marks || ctx.clock().getTime() - marks.at > STEP_TTL * 1000) return undefined;
  const user = await findById(ctx, marks.userId);
  return user?.is_active && !user.expired ? { user, marks } : undefined;
}

/**
 * What is next after the password: the second factor, setting one up, terms of use, a new password, or nothing. The factor comes first:
 * who has only found out an old password must not be able to choose the new one.
 */
export function nextStep(ctx: Context, deps: LoginDeps, user: LoginUser, marks: Marks): Outcome {
  const mfa = mfaOf(user, deps);
  const wanted = marks.byRule === true || (mfa.needed && marks.excused === undefined);
  if (wanted && !marks.mfa) {
    const trustDays = marks.byRule ? 0 : deps.settings.get('SECURITY_MFA_TRUST_DAYS');
    if (mfa.methods.length > 0)
      return { state: 'mfa', answer: refusal('mfa_required', ctx.language), user, methods: mfa.methods, trustDays };
    return { state: 'enrol', answer: refusal('mfa_unset', ctx.language) };
  }
  const terms = termsOf(deps.settings, ctx.language);
  if (terms && user.terms_version !== terms.version)
    return { state: 'terms', answer: refusal('terms_required', ctx.language, { url: loginAddress(deps) }), terms };
  if (marks.newPassword) return { state: 'due', answer: refusal(marks.newPassword, ctx.language) };
  const { backend, keep, keyId, external, factor, trust = false } = marks;
  const shown = marks.mfa === true || marks.excused === 'elsewhere';
  const by = { ...(keyId === undefined ? {} : { keyId }), ...(external ? { external } : {}), ...(factor ? { factor } : {}) };
  return { state: 'ready', user, backend, keep, mfa: shown, trust, ...by };
}

/**
 * Goes one step on: what is missing, and once nothing is, what the login rules say now. A rule that wants a review makes
 * the login wait for its ticket; an approval counts for this person, this rule and this login, once.
 *
 * @param ruled what they say, where that was asked just now
 */
export async function onward(
  ctx: Context,
  deps: LoginDeps,
  user: LoginUser,
  marks: Marks,
  origin: Origin,
  ruled?: LoginRule,
): Promise<Outcome> {
  const { action, rule } = ruled ?? (await deps.loginRule(ctx, user.id, origin.ip));
  if (action === 'mfa') marks.byRule = true;
  else delete marks.byRule;
  const step = nextStep(ctx, deps, user, marks);
  if (step.state !== 'ready') return step;
  const who = { username: user.username, userId: user.id, ...knownSoFar(marks) };
  if (action === 'accept' || action === 'mfa' || !rule) return step;
  const session = await ensureSession(ctx);
  if (action === 'reject') {
    delete session.data.login;
    return refuse(ctx, origin, 'acl_not_allow', who);
  }
  const { reviews } = deps;
  let { ticket } = marks;
  const known = ticket ? await reviews.state(ctx, ticket) : undefined;
  if (!ticket || !known || known.ruleId !== rule.id || known.applicantId !== user.id) {
    try {
      ticket = await inTransaction(ctx.tx, asUser(ctx, user), (inner) =>
        reviews.open(inner, { user, rule, ip: origin.ip, city: origin.city?.name ?? null }),
      );
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'review_impossible') throw error;
      delete session.data.login;
      return refuse(ctx, origin, 'review_impossible', who);
    }
    marks.ticket = ticket;
    // All was shown just now; the ticket closes by itself after the same time.
    marks.at = ctx.clock().getTime();
  } else if (known.state === 'approved') {
    if (await reviews.use(ctx, ticket)) return step;
    delete session.data.login;
    return refuse(ctx, origin, 'login_confirm_error', who);
  } else if (known.state !== 'pending') {
    delete session.data.login;
    return refuse(ctx, origin, 'login_confirm_error', who);
  }
  return { state: 'review', answer: refusal('login_confirm_wait', ctx.language), ticket, assignees: await reviews.assignees(ctx, ticket) };
}
