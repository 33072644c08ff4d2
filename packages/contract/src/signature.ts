import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Access-key HTTP signatures (docs/wire/conventions.md#signed-requests, draft-cavage). One form, used by both ends. */

/** The text under the MAC: the listed names in order, `\n` between. Path is signed exactly as sent, query included. */
export function signingString(
  names: readonly string[],
  method: string,
  path: string,
  header: (name: string) => string | undefined,
): string | undefined {
  const lines: string[] = [];
  for (const name of names) {
    if (name === '(request-target)') {
      lines.push(`(request-target): ${method.toLowerCase()} ${path}`);
      continue;
    }
    const value = header(name);
    if (value === undefined) return undefined;
    lines.push(`${name}: ${value}`);
  }
  return lines.join('\n');
}

/**
 * The targets that a signature of this request may name: the one that was sent, and for a query that is empty the other way of
 * writing it. Clients disagree on whether `?` with nothing behind it is sent, signed, or both, and proxies drop it; what is asked
 * for is the same.
 */
export function signedTargets(sent: string): readonly string[] {
  if (sent.endsWith('?') && sent.indexOf('?') === sent.length - 1) return [sent, sent.slice(0, -1)];
  return sent.includes('?') ? [sent] : [sent, `${sent}?`];
}

/** Base64 HMAC-SHA256 keyed by the secret's hyphenated uuid text. */
export const mac = (secret: string, signed: string): string => createHmac('sha256', secret).update(signed).digest('base64');

/** Value of `Digest` for a body (RFC 3230): what the signature covers cannot be exchanged on the way. */
export const digestOf = (body: string | Uint8Array): string => digestValue(createHash('sha256').update(body).digest());
/** The same of a SHA-256 that is there already. */
export const digestValue = (hash: Buffer): string => `SHA-256=${hash.toString('base64')}`;

/** Name of the header that makes a signature good for one request only. */
export const NONCE = 'x-nonce';

/**
 * Headers that sign one request. `date` is opaque text for the verifier (Go components send odd zones).
 * @param more what is signed beyond what clients do, which other cores overlook: with `once` a nonce, with `body` its digest
 */
export function signedHeaders(
  key: { id: string; secret: string },
  method: string,
  path: string,
  date: string,
  more: { once?: true; body?: string | Uint8Array } = {},
): Record<string, string> {
  const headers: Record<string, string> = {
    date,
    ...(more.once ? { [NONCE]: randomBytes(16).toString('base64url') } : {}),
    ...(more.body === undefined ? {} : { digest: digestOf(more.body) }),
  };
  const names = ['(request-target)', ...Object.keys(headers)];
  const signed = signingString(names, method, path, (name) => headers[name]) as string;
  return {
    ...headers,
    authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${mac(key.secret, signed)}"`,
  };
}

export interface ParsedSignature {
  keyId: string;
  algorithm: string;
  headers: string[];
  signature: string;
}

/** Reads an `Authorization: Signature …` header; undefined when a mandatory part is missing. */
export function parseSignature(authorization: string): ParsedSignature | undefined {
  const found = new Map<string, string>();
  for (const [, name, value] of authorization.slice('Signature '.length).matchAll(/(\w+)="([^"]*)"/g)) {
    if (name !== undefined && value !== undefined) found.set(name.toLowerCase(), value);
  }
  const keyId = found.get('keyid');
  const algorithm = found.get('algorithm');
  const signature = found.get('signature');
  if (!keyId || !algorithm || !signature) return undefined;
  return { keyId, algorithm, signature, headers: (found.get('headers') ?? 'date').toLowerCase().split(/\s+/) };
}

/** Constant-time comparison of two base64 MACs. */
export function sameMac(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
