import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Context } from '@postern/resource';
import { z } from 'zod';
import { ensureSigningKey, knownSigningKey } from '../../../platform/secrets/signing-key.ts';
import type { SettingsStore } from '../../../platform/settings/store.ts';

/** The head of a chain at some moment, as it is told to places outside the database (decision 0071). */
export interface Anchor {
  /** Counts up over all chains. */
  id: number;
  chain: string;
  seq: number;
  /** Hex SHA-256: the hash of row `seq`. */
  hash: string;
  at: Date;
  /** Ed25519 over the other parts, base64. */
  signature: string;
}

/** Signs anchors and knows its own again. The private key is encrypted with the master key, which is not in the database. */
export interface AnchorKey {
  sign(anchor: Omit<Anchor, 'id' | 'signature'>): string;
  made(anchor: Anchor): boolean;
  /** Names the installation in places that several share: 16 hex digits of a digest of the public key. */
  fingerprint: string;
}

const SETTING = 'AUDIT_ANCHOR_KEY';

const content = ({ chain, seq, hash, at }: Omit<Anchor, 'id' | 'signature'>): Buffer =>
  Buffer.from(JSON.stringify(['postern anchor', chain, seq, hash, at.toISOString()]));

function anchorKey(privateKey: KeyObject): AnchorKey {
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (anchor) => sign(null, content(anchor), privateKey).toString('base64'),
    made: (anchor) => verify(null, content(anchor), publicKey, Buffer.from(anchor.signature, 'base64')),
    fingerprint: createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
      .slice(0, 16),
  };
}

/** The key of this installation; undefined before the first anchor. */
export function knownAnchorKey(settings: SettingsStore): AnchorKey | undefined {
  const known = knownSigningKey(settings, SETTING);
  return known && anchorKey(known);
}

/** The key of this installation, made on first use. */
export const ensureAnchorKey = async (ctx: Context, settings: SettingsStore): Promise<AnchorKey> =>
  anchorKey(await ensureSigningKey(ctx, settings, SETTING));

const Line = z.object({
  id: z.number().int().positive(),
  chain: z.string().max(63),
  seq: z.number().int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  signature: z.string().max(128),
});

/** One line, without its end. */
export const printAnchor = ({ id, chain, seq, hash, at, signature }: Anchor): string =>
  JSON.stringify({ id, chain, seq, hash, at: at.toISOString(), signature });

/** An anchor out of a line of ours, also behind the header of a syslog; undefined when there is none in it. */
export function readAnchor(line: string): Anchor | undefined {
  const start = line.indexOf('{"id":');
  if (start < 0) return undefined;
  try {
    const { at, ...rest } = Line.parse(JSON.parse(line.slice(start)));
    return { ...rest, at: new Date(at) };
  } catch {
    return undefined;
  }
}
