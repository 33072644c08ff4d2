import { hmac, queryOf, sha256, signedHeaders, type Unsigned } from './digest.ts';

/** What differs between AWS and those who took its signature over. */
interface Dialect {
  /** Before the secret, and of the algorithm's name. */
  prefix: string;
  /** The last word of the scope. */
  end: string;
  date: string;
}

export const AWS4: Dialect = { prefix: 'AWS4', end: 'aws4_request', date: 'x-amz-date' };
export const JDCLOUD2: Dialect = { prefix: 'JDCLOUD2', end: 'jdcloud2_request', date: 'x-jdcloud-date' };

export interface SigV4Input extends Unsigned {
  host: string;
  /** The text of it, or the SHA-256 of what is sent from elsewhere. */
  body: string | { sha256: string };
  region: string;
  service: string;
}

/** The form of ISO 8601 without signs, to the second: 20150830T123600Z. */
export const compactTime = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Headers that sign a request by AWS's Signature Version 4, or JD Cloud's JDCLOUD2-HMAC-SHA256. */
export function sigV4(
  { method, host, path, query, headers, body, key, region, service, at }: SigV4Input,
  { prefix, end, date }: Dialect = AWS4,
): Record<string, string> {
  const time = compactTime(at);
  const day = time.slice(0, 8);
  const algorithm = `${prefix}-HMAC-SHA256`;
  const { lines, names } = signedHeaders({ ...headers, host, [date]: time });
  const canonical = [method, path, queryOf(query), lines, names, typeof body === 'string' ? sha256(body) : body.sha256].join('\n');
  const scope = `${day}/${region}/${service}/${end}`;
  const signing = [day, region, service, end].reduce<string | Buffer>((secret, step) => hmac(secret, step), `${prefix}${key.secret}`);
  const signature = hmac(signing, [algorithm, time, scope, sha256(canonical)].join('\n')).toString('hex');
  const authorization = `${algorithm} Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, [date]: time, authorization };
}
