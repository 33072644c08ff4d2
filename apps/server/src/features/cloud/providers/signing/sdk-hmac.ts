import { hmac, queryOf, sha256, signedHeaders, type Unsigned } from './digest.ts';
import { compactTime } from './sigv4.ts';

export interface SdkHmacInput extends Unsigned {
  host: string;
  body: string;
}

/** What is hashed: the path is signed with a slash at its end, whether or not it has one. */
export function canonicalRequest({
  method,
  path,
  query,
  headers,
  body,
}: Pick<SdkHmacInput, 'method' | 'path' | 'query' | 'headers' | 'body'>): string {
  const { lines, names } = signedHeaders(headers);
  return [method, path.endsWith('/') ? path : `${path}/`, queryOf(query), lines, names, sha256(body)].join('\n');
}

export const stringToSign = (canonical: string, time: string): string => ['SDK-HMAC-SHA256', time, sha256(canonical)].join('\n');

/** Headers that sign a request to Huawei Cloud (AK/SK, SDK-HMAC-SHA256). */
export function sdkHmac({ method, host, path, query, headers, body, key, at }: SdkHmacInput): Record<string, string> {
  const time = compactTime(at);
  const signed = { ...headers, host, 'x-sdk-date': time };
  const signature = hmac(key.secret, stringToSign(canonicalRequest({ method, path, query, headers: signed, body }), time)).toString('hex');
  const { names } = signedHeaders(signed);
  return {
    ...headers,
    'x-sdk-date': time,
    authorization: `SDK-HMAC-SHA256 Access=${key.id}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
