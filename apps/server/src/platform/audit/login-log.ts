import { randomUUID } from 'node:crypto';
import type { Database } from '@postern/resource';
import type { Place } from '../locations.ts';
import { appendToChain, type ChainDefinition } from './chain.ts';

export const loginChain: ChainDefinition = {
  table: 'login_logs',
  columns: ['id', 'username', 'user_id', 'type', 'ip', 'city', 'user_agent', 'mfa', 'reason', 'backend', 'status', 'datetime'],
  later: ['facts', 'city_names'],
};

/** How it was proved who it is, beyond the method. What is not known is left out. */
export interface LoginFacts {
  /** The second factor that was shown: `otp`, `passkey`, …; `browser` where one that had shown it confirmed a program. `elsewhere` where the place said so, and it counts. */
  factor?: string;
  /** The place elsewhere that vouched for them: its kind, and which of several. */
  source?: string;
  provider?: string;
  /** How that place says it proved them (OpenID Connect Core 1.0, 2): its class, and its methods with blanks between. */
  acr?: string;
  amr?: string;
  /** Id of the login that came of it, as the profile lists it. */
  session?: string;
  /** They had logged in with this browser before. */
  known?: boolean;
  /** They asked to stay logged in. */
  keep?: boolean;
}

/** One attempt to log in (docs/wire/audits.md#logins). */
export interface LoginAttempt {
  username: string;
  userId?: string;
  /** W web, T terminal, U unknown. */
  type: 'W' | 'T' | 'U';
  ip: string;
  city?: Place | null;
  userAgent?: string;
  /** 0 disabled, 1 enabled, 2 unknown. */
  mfa: 0 | 1 | 2;
  /** Reason code of a failure; empty on success. */
  reason?: string;
  backend?: string;
  ok: boolean;
  facts?: LoginFacts;
}

/** Appends one login log row inside the given transaction, and answers its id. */
export async function appendLoginLog(tx: Database, attempt: LoginAttempt, datetime: Date): Promise<string> {
  const id = randomUUID();
  await appendToChain(tx, loginChain, [
    {
      id,
      username: attempt.username.slice(0, 128),
      user_id: attempt.userId ?? null,
      type: attempt.type,
      ip: attempt.ip.slice(0, 45),
      city: attempt.city?.name ?? null,
      city_names: attempt.city && Object.keys(attempt.city.names).length > 0 ? attempt.city.names : null,
      user_agent: attempt.userAgent?.slice(0, 254) ?? null,
      mfa: attempt.mfa,
      reason: (attempt.reason ?? '').slice(0, 128),
      backend: (attempt.backend ?? '').slice(0, 32),
      status: attempt.ok,
      datetime,
      facts: attempt.facts && Object.keys(attempt.facts).length > 0 ? attempt.facts : null,
    },
  ]);
  return id;
}
