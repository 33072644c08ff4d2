import type { Context } from '@postern/resource';
import { ensureSession } from '../../platform/auth/sessions.ts';
import { safePath } from '../../platform/http/redirect.ts';
import type { Shown } from '../../platform/routes/page.ts';
import type { ExternalFacts } from './external-facts.ts';
import type { LoginDeps } from './limits.ts';
import type { Origin, Outcome } from './login-attempt.ts';
import { openSession } from './login-session.ts';
import { type Refusal, type RefusalCode, refusal } from './refusals.ts';

/** Where browsers arrive that another place has sent back: in, or on the login page, which asks for what is missing. */

const LOGIN = '/core/auth/login/';

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

/** The same for a browser that came back without a proof that holds. What is wrong with it stands in the server's log alone. */
export async function landRefused(ctx: Context, code: Extract<RefusalCode, `external_${string}`>, next = ''): Promise<Shown> {
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

/** Where a browser is sent to be logged out at the place it came from, too. */
export function logoutElsewhere({ ways }: LoginDeps, facts: ExternalFacts): string | undefined {
  for (const way of ways.redirects) {
    const address = way.source === facts.source && way.enabled() ? way.logout?.(facts) : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
}
