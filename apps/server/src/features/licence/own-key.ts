import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeToken } from '../../platform/config/token-file.ts';

/** An Ed25519 private key in PKCS #8 (RFC 8410): these bytes and its 32. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

const pem = (der: Buffer): string =>
  createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * The key with which an installation signs its own licence. It is where the master key is: a file beside it, made on first use with
 * 0600 rights, or, where the environment gives every node the master key, drawn from that. Never in the database.
 * @param secretKeys what POSTERN_SECRET_KEY holds
 * @returns private key as PEM
 */
export async function ownKey(dataDir: string, secretKeys: readonly string[]): Promise<string> {
  const [given] = secretKeys;
  if (given !== undefined) return pem(Buffer.concat([PKCS8_ED25519, Buffer.from(hkdfSync('sha256', given, 'postern', 'licence key', 32))]));
  return readOrMakeToken(join(dataDir, 'licence-key'), () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
  );
}

/** Base64 of the DER form of its public half. */
export const publicHalf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
