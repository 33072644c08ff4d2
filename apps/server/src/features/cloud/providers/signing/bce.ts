import { encoded, hmac, type Key, queryOf } from './digest.ts';

export interface BceInput {
  method: string;
  /** Encoded, beginning with a slash. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** To be signed, with the host among them. */
  headers: Readonly<Record<string, string>>;
  key: Key;
  at: Date;
}

/** Seconds for which a signature holds. */
const LASTING = 1800;

/** The `authorization` of a request to Baidu AI Cloud (bce-auth-v1). */
export function bceAuthorization({ method, path, query, headers, key, at }: BceInput): string {
  const prefix = `bce-auth-v1/${key.id}/${at.toISOString().replace(/\.\d{3}/, '')}/${LASTING}`;
  const entries = Object.entries(headers).map(([name, value]) => [encoded(name.toLowerCase()), encoded(value.trim())]);
  const lines = entries.map((entry) => entry.join(':')).sort();
  const names = entries.map(([name]) => name).sort();
  const signing = hmac(key.secret, prefix).toString('hex');
  const signature = hmac(signing, [method, path, queryOf(query), lines.join('\n')].join('\n')).toString('hex');
  return `${prefix}/${names.join(';')}/${signature}`;
}
