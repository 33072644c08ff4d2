import type { Context } from '@postern/resource';
import { safePath } from '../../platform/http/redirect.ts';
import { browser } from './external-landing.ts';
import { next } from './fields.ts';
import type { LoginDeps } from './limits.ts';
import type { Outcome } from './login-attempt.ts';
import { openSession } from './login-session.ts';

export const LOGIN = '/core/auth/login/';

export const says = (body: object, status = 200) => ({ status, body });

/** The steps of a login on our page (docs/wire/authentication.md#login-pages): done, a second factor, or a refusal. */
export async function answer(ctx: Context, deps: LoginDeps, wanted: { next: string }, outcome: Outcome): Promise<ReturnType<typeof says>> {
  if (outcome.state === 'refused') return says(outcome.answer, 400);
  if (outcome.state === 'due') return says(outcome.answer, 400);
  if (outcome.state === 'mfa') {
    const trusting = outcome.trustDays ? { trust_days: outcome.trustDays } : {};
    return says({ ...outcome.answer, data: { choices: outcome.methods, url: `${LOGIN}mfa/`, ...trusting } });
  }
  if (outcome.state === 'review')
    return says({ ...outcome.answer, data: { ticket_id: outcome.ticket, assignees: outcome.assignees, url: `${LOGIN}confirm/` } });
  if (outcome.state === 'terms') return says({ ...outcome.answer, data: { url: `${LOGIN}terms/`, ...outcome.terms } });
  if (outcome.state === 'enrol') return says({ ...outcome.answer, data: { url: `${LOGIN}otp/` } });
  await openSession(ctx, deps, outcome, browser(ctx, deps));
  return says(wanted.next ? { next: safePath(wanted.next) } : {});
}

/** What all steps of the page have in common. */
export const STEP = { rows: { own: 'the login of their session' }, query: { next } } as const;
/** Bytes of a step that takes a code, or nothing. */
export const SHORT = 1024;
