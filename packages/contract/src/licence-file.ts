import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { jsonOf } from './wire.ts';

/**
 * The licence file (decision 0036): one JSON object of `format`, `key` (id of the key that signed), `payload` (base64url of the
 * content as JSON) and `signature` (base64url). Ed25519 (RFC 8032) signs the format line and the payload text, byte for byte, so
 * nothing has to be put into a canonical form. Server side only.
 */

const FORMAT = 'postern-licence/1';
/** A licence has about 600 bytes; a file larger than this is none. */
export const MAX_LICENCE_BYTES = 16_384;

const moment = z.iso.datetime({ offset: true });
const line = (max: number) => z.string().max(max);

export const licenceContent = z.strictObject({
  serial_no: line(64).min(1),
  subscription_id: line(64),
  edition: line(32).min(1),
  corporation: line(128).min(1),
  date_issued: moment,
  /** Null: without an end. */
  date_expired: moment.nullable(),
  /** Days after the end during which everything still works. */
  grace_days: z.number().int().min(0).max(90),
  /** Null: no limit. */
  asset_count: z.number().int().min(1).max(100_000_000).nullable(),
  remark: line(1024),
});
export type LicenceContent = z.infer<typeof licenceContent>;

const envelope = z.strictObject({ format: z.literal(FORMAT), key: line(32), payload: line(MAX_LICENCE_BYTES), signature: line(128) });

export type LicenceProblem = 'unreadable' | 'unknown_key' | 'forged';

/** A file that is no licence we can believe. */
export class LicenceRefused extends Error {
  readonly problem: LicenceProblem;
  constructor(problem: LicenceProblem) {
    super(problem);
    this.name = 'LicenceRefused';
    this.problem = problem;
  }
}

/** Short name of a public key: the first 16 hexadecimal digits of the SHA-256 of its DER form. */
export const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** @throws Error unless the text is an Ed25519 public key: base64 of its DER form, or PEM */
export function readPublicKey(text: string): KeyObject {
  const key = text.includes('-----')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
}

const signedBytes = (payload: string): Buffer => Buffer.from(`${FORMAT}\n${payload}`);

/**
 * Makes the text of a licence file.
 * @param privateKey Ed25519, PEM
 * @throws Error for another kind of key, ZodError for content that breaks its rules
 */
export function signLicence(content: LicenceContent, privateKey: string): string {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  const payload = Buffer.from(JSON.stringify(licenceContent.parse(content))).toString('base64url');
  const signature = sign(null, signedBytes(payload), key).toString('base64url');
  return `${JSON.stringify({ format: FORMAT, key: keyId(createPublicKey(key)), payload, signature }, null, 2)}\n`;
}

/**
 * Reads a licence file and checks its signature; says nothing about dates.
 * @returns the content, and which of the keys signed it
 * @throws LicenceRefused
 */
export function openLicence(text: string, keys: readonly KeyObject[]): { content: LicenceContent; key: KeyObject } {
  const outer = envelope.safeParse(read(text));
  if (!outer.success) throw new LicenceRefused('unreadable');
  const { key: id, payload, signature } = outer.data;
  const key = keys.find((one) => keyId(one) === id);
  if (!key) throw new LicenceRefused('unknown_key');
  if (!verify(null, signedBytes(payload), key, Buffer.from(signature, 'base64url'))) throw new LicenceRefused('forged');
  const content = licenceContent.safeParse(read(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!content.success) throw new LicenceRefused('unreadable');
  return { content: content.data, key };
}

const read = (text: string): unknown => (text.length > MAX_LICENCE_BYTES * 2 ? undefined : jsonOf(text));
