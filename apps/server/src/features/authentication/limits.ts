import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import type { LockoutLimits } from '../../platform/auth/lockout.ts';
import type { Place } from '../../platform/locations.ts';
import type { WaysIn } from '../identities/index.ts';
import type { KnownPasswords } from '../users/index.ts';
import type { FactorDeps } from './second-factors.ts';

export interface LoginRule {
  action: 'accept' | 'mfa' | 'reject' | 'review';
  rule?: { id: string; name: string };
}

/** The tickets of logins that wait for somebody to approve them (docs/wire/authentication.md#reviewed-logins). */
export interface LoginReviews {
  /** @returns id of the ticket. @throws CodedError review_impossible when nobody can decide */
  open(
    ctx: Context,
    login: { user: { id: string; name: string; username: string }; rule: { id: string; name: string }; ip: string; city: string | null },
  ): Promise<string>;
  state(ctx: Context, ticketId: string): Promise<{ state: string; applicantId: string | null; ruleId: string | null } | undefined>;
  assignees(ctx: Context, ticketId: string): Promise<readonly string[]>;
  use(ctx: Context, ticketId: string): Promise<boolean>;
  withdraw(ctx: Context, ticketId: string): Promise<void>;
}

export interface LoginDeps extends FactorDeps {
  /** Whether others know a new password already. */
  isKnown: KnownPasswords;
  /** Where an address is; null where no database of places is kept. */
  placeOf(ip: string): Place | null;
  /** Asked once the password was right, and again where anything else was shown before the end: what a rule says of this person here and now (docs/wire/access-rules.md#logins). */
  loginRule(ctx: Context, userId: string, ip: string): Promise<LoginRule>;
  reviews: LoginReviews;
  /** Places elsewhere that know people of ours. */
  ways: WaysIn;
  /** Told of every login that worked, after it was recorded. What it does must not keep the person out. */
  loggedIn?(ctx: Context, userId: string, from: { ip: string; city: Place | null }): Promise<void>;
}

/** The limits of wrong tries, as settings have them today. */
export function limitsOf(settings: SettingsReader): LockoutLimits {
  return {
    count: settings.get('SECURITY_LOGIN_LIMIT_COUNT'),
    minutes: settings.get('SECURITY_LOGIN_LIMIT_TIME'),
    ipCount: settings.get('SECURITY_LOGIN_IP_LIMIT_COUNT'),
    ipMinutes: settings.get('SECURITY_LOGIN_IP_LIMIT_TIME'),
  };
}
