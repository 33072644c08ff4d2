import { createHash, createHmac } from 'node:crypto';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986, as all signatures want it: `encodeURIComponent` leaves five characters too many. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const byName = ([one]: readonly string[], [other]: readonly string[]): number => ((one ?? '') < (other ?? '') ? -1 : 1);

/** Parameters in order of their names, encoded: what is signed and what is sent. */
export const queryOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .sort(byName)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

/** Headers in the form and order in which they are signed. @returns lines with an end each, and the names between semicolons */
export function signedHeaders(headers: Readonly<Record<string, string>>): { lines: string; names: string } {
  const entries = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(byName);
  return { lines: entries.map(([name, value]) => `${name}:${value}\n`).join(''), names: entries.map(([name]) => name).join(';') };
}

export interface Key {
  id: string;
  secret: string;
}

/** A request that is to be signed. */
export interface Unsigned {
  method: string;
  /** Encoded, beginning with a slash. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** To be signed, beside those that the signature adds itself. */
  headers: Readonly<Record<string, string>>;
  key: Key;
  at: Date;
}
