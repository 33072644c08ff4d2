import { encoded, hmac, queryOf, type Unsigned } from './digest.ts';

/** Seconds for which a signature holds. */
const LASTING = 1800;

/** The `authorization` of a request to Baidu AI Cloud (bce-auth-v1). Its headers have the host among them. */
export function bceAuthorization({ method, path, query, headers, key, at }: Unsigned): string {
  const prefix = `bce-auth-v1/${key.id}/${at.toISOString().replace(/\.\d{3}/, '')}/${LASTING}`;
  const entries = Object.entries(headers).map(([name, value]) => [encoded(name.toLowerCase()), encoded(value.trim())]);
  const lines = entries.map((entry) => entry.join(':')).sort();
  const names = entries.map(([name]) => name).sort();
  const signing = hmac(key.secret, prefix).toString('hex');
  const signature = hmac(signing, [method, path, queryOf(query), lines.join('\n')].join('\n')).toString('hex');
  return `${prefix}/${names.join(';')}/${signature}`;
}
