import type { Context } from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import { endUserSession, ensureSession } from '../../platform/auth/sessions.ts';
import { safePath } from '../../platform/http/redirect.ts';
import type { Shown } from '../../platform/routes/page.ts';
import type { ExternalFacts } from './external-facts.ts';
import type { LoginDeps } from './limits.ts';
import { logLogin, type Origin, type Outcome } from './login-attempt.ts';
import { openSession } from './login-session.ts';
import { type Refusal, type RefusalCode, refusal } from './refusals.ts';

/** Where browsers arrive that another place has sent back: in, or on the login page, which asks for what is missing. */

const LOGIN = '/core/auth/login/';
/** Returns without a proof that one address has logged, and the minutes: nothing is guessed by them, and strangers must not fill the log. */
const REFUSED = { count: 200, minutes: 60 };

export const browser = (ctx: Context, { placeOf }: LoginDeps): Origin => ({ ip: ctx.origin.ip, city: placeOf(ctx.origin.ip), type: 'W' });

const loginPage = (next: string): Shown => {
  const wanted = safePath(next || undefined, '');
  return { to: `${LOGIN}?go=on${wanted ? `&next=${encodeURIComponent(wanted)}` : ''}`, or: LOGIN };
};

/**
 * Ends the way of a browser that came back, by what its login has come to: a session, or the login page with `go=on`, which asks
 * `login/confirm/` what is missing or why it was refused. Neither stands in an address.
 * @param next a page of ours; anything else is the first page
 */
export async function land(ctx: Context, deps: LoginDeps, outcome: Outcome, next: string): Promise<Shown> {
  if (outcome.state === 'ready') {
    await openSession(ctx, deps, outcome, browser(ctx, deps));
    return { to: safePath(next || undefined) };
  }
  if (outcome.state === 'refused') (await ensureSession(ctx)).data.refused = outcome.answer;
  return loginPage(next);
}

/**
 * The same for a browser that came back without a proof that holds. What is wrong with it stands in the server's log alone, and who it was nobody knows.
 * @param backend as the login log says it
 */
export async function landRefused(
  ctx: Context,
  deps: LoginDeps,
  { code, backend, next = '' }: { code: Extract<RefusalCode, `external_${string}` | 'login_link_invalid'>; backend: string; next?: string },
): Promise<Shown> {
  const origin = browser(ctx, deps);
  if (await within(ctx.tx, 'refused-return', origin.ip, REFUSED))
    await logLogin(ctx, origin, { username: '', ok: false, reason: code, backend });
  (await ensureSession(ctx)).data.refused = refusal(code, ctx.language);
  return loginPage(next);
}

/** Why the login that this session came back with was refused: told once. */
export async function takeRefusal(ctx: Context): Promise<Refusal | undefined> {
  const { data } = await ensureSession(ctx);
  const refused = data.refused as Refusal | undefined;
  delete data.refused;
  return refused;
}

/** Ends the session of a browser, and sends it on: to be logged out where it came from, too, or to our login page. */
export async function logOut(ctx: Context, deps: LoginDeps, next: string): Promise<Shown> {
  const facts = ctx.session?.data.external as ExternalFacts | undefined;
  await endUserSession(ctx);
  const elsewhere = facts && (await logoutElsewhere(ctx, deps, facts));
  if (elsewhere) return { away: elsewhere };
  const wanted = safePath(next || undefined, '');
  return { to: wanted ? `${LOGIN}?next=${encodeURIComponent(wanted)}` : LOGIN, or: LOGIN };
}

/** Where a browser is sent to be logged out at the place it came from, too. */
async function logoutElsewhere(ctx: Context, { ways }: LoginDeps, facts: ExternalFacts): Promise<string | undefined> {
  for (const way of ways.redirects()) {
    if (way.source !== facts.source || (way.provider ?? '') !== (facts.way ?? '') || !way.enabled()) continue;
    try {
      return await way.logout?.(facts);
    } catch (error) {
      // They are out here; that the place cannot be asked is no reason to show them a failure.
      ctx.log.warn({ err: error, source: facts.source }, 'nobody could be logged out at another place');
    }
  }
  return undefined;
}
