import { createHash } from 'node:crypto';
import type { HostKey } from '../driver.ts';

/** Reads type and fingerprint from a public key blob (RFC 4253 §6.6). */
export function describeHostKey(blob: Buffer): HostKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  const type = blob.subarray(4, 4 + Math.min(length, 64)).toString('latin1');
  return { type, fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}` };
}

const bare = (fingerprint: string): string => fingerprint.replace(/^SHA256:/i, '').replace(/=+$/, '');

/**
 * Compares a shown key with the pinned ones. Once anything is pinned only a pinned key is good: a new key of another
 * type is a change too, or an attacker would simply offer a type nobody pinned.
 */
export function judgeHostKey(pinned: readonly HostKey[], seen: HostKey): 'first' | 'same' | 'changed' {
  if (pinned.length === 0) return 'first';
  return pinned.some((key) => bare(key.fingerprint) === bare(seen.fingerprint)) ? 'same' : 'changed';
}
