import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import ssh2 from 'ssh2';

export interface PrivateKey {
  /** Unencrypted OpenSSH form, as every component reads it. */
  pem: string;
  /** Colon-separated MD5 of the public key, the form the contract shows. */
  fingerprint: string;
}

const u32 = (value: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(value);
  return out;
};
const field = (bytes: Buffer): Buffer => Buffer.concat([u32(bytes.length), bytes]);
const word = (text: string): Buffer => field(Buffer.from(text));
/** mpint of RFC 4251 §5: no needless leading zeros, one when the top bit is set. */
function mpint(encoded: string | undefined): Buffer {
  let bytes = Buffer.from(encoded ?? '', 'base64url');
  while (bytes.length > 1 && bytes[0] === 0 && ((bytes[1] ?? 0) & 0x80) === 0) bytes = bytes.subarray(1);
  return field(((bytes[0] ?? 0) & 0x80) !== 0 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

const CURVES: Readonly<Record<string, string>> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' };

function privateFields(key: KeyObject): Buffer | undefined {
  const jwk = key.export({ format: 'jwk' });
  const raw = (value: string | undefined): Buffer => Buffer.from(value ?? '', 'base64url');
  if (jwk.kty === 'RSA') return Buffer.concat([word('ssh-rsa'), ...[jwk.n, jwk.e, jwk.d, jwk.qi, jwk.p, jwk.q].map(mpint)]);
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') {
    return Buffer.concat([word('ssh-ed25519'), field(raw(jwk.x)), field(Buffer.concat([raw(jwk.d), raw(jwk.x)]))]);
  }
  const curve = jwk.kty === 'EC' ? CURVES[jwk.crv ?? ''] : undefined;
  if (!curve) return undefined;
  const point = Buffer.concat([Buffer.from([4]), raw(jwk.x), raw(jwk.y)]);
  return Buffer.concat([word(`ecdsa-sha2-${curve}`), word(curve), field(point), mpint(jwk.d)]);
}

/** OpenSSH container without encryption (openssh/PROTOCOL.key). The two check words only matter for encrypted keys. */
function openSsh(publicKey: Buffer, fields: Buffer): string {
  const plain = Buffer.concat([u32(0), u32(0), fields, word('')]);
  const padding = Buffer.from(Array.from({ length: (8 - (plain.length % 8)) % 8 }, (_, index) => index + 1));
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    word('none'),
    word('none'),
    word(''),
    u32(1),
    field(publicKey),
    field(Buffer.concat([plain, padding])),
  ]);
  const lines = body.toString('base64').match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

/** ssh2 reads OpenSSH, PuTTY and classic PEM; PKCS#8 is read by node:crypto and put into OpenSSH form first. */
function parse(text: string, passphrase: string | undefined): ReturnType<typeof ssh2.utils.parseKey> {
  if (!/-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/.test(text)) return ssh2.utils.parseKey(text, passphrase);
  const key = createPrivateKey({ key: text, format: 'pem', ...(passphrase === undefined ? {} : { passphrase }) });
  return ssh2.utils.parseKey(key.export({ type: key.asymmetricKeyType === 'ec' ? 'sec1' : 'pkcs1', format: 'pem' }));
}

/**
 * Reads a private key of any usual form and returns it unencrypted.
 * @throws InvalidInput on `secret` when it cannot be read, is a public key, or the passphrase is wrong.
 */
export function readPrivateKey(text: string, passphrase: string | undefined): PrivateKey {
  try {
    const parsed = parse(`${text.trim()}\n`, passphrase || undefined);
    const key = Array.isArray(parsed) ? parsed[0] : parsed;
    if (!key || key instanceof Error || !key.isPrivateKey()) throw new Error('not a private key');
    const publicKey = key.getPublicSSH();
    const fields = privateFields(createPrivateKey(key.getPrivatePEM()));
    if (!fields) throw new Error('unsupported key type');
    const fingerprint = (createHash('md5').update(publicKey).digest('hex').match(/../g) ?? []).join(':');
    return { pem: openSsh(publicKey, fields), fingerprint };
  } catch {
    throw InvalidInput.on('secret', 'invalid_key');
  }
}
