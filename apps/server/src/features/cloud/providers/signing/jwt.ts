import { createPrivateKey, sign } from 'node:crypto';
import { CloudError } from '../provider.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface JwtInput {
  /** PEM of an RSA key. */
  privateKey: string;
  keyId: string;
  claims: Readonly<Record<string, unknown>>;
}

/** A signed assertion (RFC 7519, RS256). @throws CloudError `denied` when the key cannot be read; what is wrong with it is not repeated */
export function rs256({ privateKey, keyId, claims }: JwtInput): string {
  const input = `${part({ alg: 'RS256', typ: 'JWT', ...(keyId ? { kid: keyId } : {}) })}.${part(claims)}`;
  try {
    return `${input}.${sign('sha256', Buffer.from(input), createPrivateKey(privateKey)).toString('base64url')}`;
  } catch {
    throw new CloudError('denied', 'private_key');
  }
}
