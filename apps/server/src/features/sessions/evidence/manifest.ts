import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

/** What a bundle says of itself (docs/evidence.md#bundles): the digest of each part, and who signed that. */

const FORMAT = 'postern evidence bundle 1';
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  session: z.uuid(),
  date_made: z.iso.datetime(),
  commands: z.strictObject({ listed: z.number().int().min(0), of: z.number().int().min(0) }),
  parts: z.array(z.strictObject({ name: z.string().max(100), bytes: z.number().int().min(0), sha256 })).max(16),
  key: z.strictObject({ algorithm: z.literal('ed25519'), public: z.string().max(256), fingerprint: sha256 }),
});
export type Manifest = z.infer<typeof manifest>;

/** Name of the setting that keeps the private key; it is no setting that people see. */
export const KEY_SETTING = 'EVIDENCE_KEY';

/** The public half of a key as it is told: base64 of its DER form (RFC 8410), and the SHA-256 of that. */
export function publicHalf(key: KeyObject): Manifest['key'] {
  const der = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  return { algorithm: 'ed25519', public: der.toString('base64'), fingerprint: createHash('sha256').update(der).digest('hex') };
}

/** The key that base64 of a DER form stands for; undefined when it is none of this kind. */
export function publicKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The manifest as the bytes that are signed: whole and readable, so that `openssl pkeyutl -verify -rawin` checks them, too. */
export function signed(content: Omit<Manifest, 'format' | 'key'>, key: KeyObject): { bytes: Buffer; signature: Buffer } {
  const bytes = Buffer.from(`${JSON.stringify({ format: FORMAT, ...content, key: publicHalf(key) }, null, 2)}\n`);
  return { bytes, signature: sign(null, bytes, key) };
}

/** Undefined when it cannot be read, or is of another form. */
export function readManifest(bytes: Buffer): Manifest | undefined {
  try {
    return manifest.parse(JSON.parse(bytes.toString()));
  } catch {
    return undefined;
  }
}

export const isSignedBy = (key: KeyObject, bytes: Buffer, signature: Buffer): boolean => verify(null, bytes, key, signature);
