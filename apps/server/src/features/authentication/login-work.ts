import { createHash, randomBytes } from 'node:crypto';
import { loginPageOf } from '@postern/contract/login-page';
import type { Context } from '@postern/resource';
import { knownDevice } from '../../platform/auth/known-devices.ts';
import { noteStrange, strangeness } from '../../platform/auth/lockout.ts';
import { consumeAsked } from '../../platform/auth/session.queries.ts';
import { ensureSession } from '../../platform/auth/sessions.ts';
import type { LoginDeps } from './limits.ts';
import { neverPauses, type Origin, type Outcome } from './login-attempt.ts';
import { type Refusal, type RefusalCode, refusal } from './refusals.ts';

/**
 * What stands where others show letters to read (docs/decisions/0126): a browser finds a text whose SHA-256, behind a value of ours, begins with so many
 * zero bits. Each bit doubles the work. Programs read pictures and people who do not see cannot; work costs whoever tries often, and nobody a glance.
 */
interface Work {
  value: string;
  bits: number;
  at: number;
}

/** About 16,000 hashes after one failure of the address, twice as many after each further one, up to 260,000: a second on a desk, a few on a phone. */
const LEAST_BITS = 14;
const MOST_BITS = 18;
/** Seconds a browser has. */
const TTL = 300;
/** Failures after which the address is asked. */
const STRANGE: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['password_failed', 'block_login', 'mfa_failed', 'block_mfa']);

/** The work of this session, once: whether `answer` is its result. */
async function worked(ctx: Context, answer: string): Promise<boolean> {
  const session = await ensureSession(ctx);
  const work = session.data.work as Work | undefined;
  if (!work) return false;
  delete session.data.work;
  const found = await consumeAsked(ctx.tx, session.id, 'work', work.value);
  if (!found || ctx.clock().getTime() - work.at > TTL * 1000) return false;
  const hash = createHash('sha256').update(`${work.value}.${answer}`).digest();
  return Math.clz32(hash.readUInt32BE(0)) >= work.bits;
}

/** What this browser has to work out before a password is looked at; undefined when nothing, or when it has just done so. Nothing is counted or looked up before. */
export async function workBefore(
  ctx: Context,
  deps: LoginDeps,
  { username, answer }: { username: string; answer: string },
  origin: Origin,
): Promise<(Refusal & { data: Pick<Work, 'value' | 'bits'> }) | undefined> {
  if (!loginPageOf(deps.settings).SECURITY_LOGIN_CAPTCHA_ENABLED || neverPauses(deps, origin)) return undefined;
  const failures = await strangeness(ctx.tx, origin.ip);
  if (failures === 0 || (await knownDevice(ctx, username))) return undefined;
  if (answer !== '' && (await worked(ctx, answer))) return undefined;
  const work: Work = {
    value: randomBytes(24).toString('base64url'),
    bits: Math.min(LEAST_BITS + failures - 1, MOST_BITS),
    at: ctx.clock().getTime(),
  };
  (await ensureSession(ctx)).data.work = work;
  return { ...refusal('captcha_required', ctx.language), data: { value: work.value, bits: work.bits } };
}

/** Remembers the address of a login that failed. */
export async function noteOutcome(ctx: Context, outcome: Outcome, origin: Origin): Promise<void> {
  if (outcome.state === 'refused' && STRANGE.has(outcome.answer.error)) await noteStrange(ctx.tx, origin.ip);
}
