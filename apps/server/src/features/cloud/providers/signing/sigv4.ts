import { hmac, type Key, queryOf, sha256, signedHeaders } from './digest.ts';

export interface SigV4Input {
  method: string;
  host: string;
  /** Encoded, beginning with a slash. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** To be signed besides host and date. */
  headers: Readonly<Record<string, string>>;
  body: string;
  key: Key;
  region: string;
  service: string;
  at: Date;
}

/** The form of ISO 8601 without signs, to the second: 20150830T123600Z. */
export const compactTime = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Headers that sign a request to AWS (Signature Version 4). */
export function sigV4({ method, host, path, query, headers, body, key, region, service, at }: SigV4Input): Record<string, string> {
  const time = compactTime(at);
  const day = time.slice(0, 8);
  const { lines, names } = signedHeaders({ ...headers, host, 'x-amz-date': time });
  const canonical = [method, path, queryOf(query), lines, names, sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const signing = [day, region, service, 'aws4_request'].reduce<string | Buffer>((secret, step) => hmac(secret, step), `AWS4${key.secret}`);
  const signature = hmac(signing, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    ...headers,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
