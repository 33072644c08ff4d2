import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { COST } from './hash-cost.ts';
import type { HashSlot } from './hash-queue.ts';

/**
 * Passwords: argon2id (RFC 9106) in PHC text form, on the thread pool and not on the event loop. Both functions want a slot: there is no
 * hashing beside the queue (`hash-queue.ts`).
 */
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** Longer passwords are refused by the forms; this bounds the work for any caller. */
const MAX_LENGTH = 4_096;

const derive = promisify(argon2);
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

async function makeHash(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password.slice(0, MAX_LENGTH), nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** PHC text of a new hash with a fresh salt. */
export const hashPassword = (_slot: HashSlot, password: string): Promise<string> => makeHash(password);

/** A real hash of nothing anyone knows, so that an unknown user costs as much time as a known one. */
let decoy: Promise<string> | undefined;
function decoyHash(): Promise<string> {
  decoy ??= makeHash(randomBytes(24).toString('base64'));
  return decoy;
}

/**
 * True when the password fits the hash. Without a hash (unknown user, no password set) the same work is done and the
 * answer is false.
 */
export async function verifyPassword(_slot: HashSlot, password: string, hash: string | null | undefined): Promise<boolean> {
  const known = FORM.exec(hash ?? '');
  const [, memory, passes, parallelism, nonce, tag] = known ?? FORM.exec(await decoyHash()) ?? [];
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await derive('argon2id', {
    message: password.slice(0, MAX_LENGTH),
    nonce: Buffer.from(nonce ?? '', 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && known !== null;
}

/** True when the hash was made with less than today's cost, so it should be made anew at the next login. */
export function needsRehash(hash: string): boolean {
  const [, memory, passes] = FORM.exec(hash) ?? [];
  return Number(memory ?? 0) < COST.memory || Number(passes ?? 0) < COST.passes;
}
