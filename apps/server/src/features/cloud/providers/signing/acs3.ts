import { hmac, type Key, queryOf, sha256, signedHeaders } from './digest.ts';

export interface Acs3Input {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  key: Key;
  at: Date;
  /** Fresh for every request. */
  nonce: string;
}

/**
 * Headers that sign a POST without a body to Alibaba Cloud (request syntax and signature method V3, ACS3-HMAC-SHA256). The older RPC
 * signature with HMAC-SHA1 is discontinued there.
 */
export function acs3({ host, action, version, query, key, at, nonce }: Acs3Input): Record<string, string> {
  const body = sha256('');
  const headers = {
    'x-acs-action': action,
    'x-acs-content-sha256': body,
    'x-acs-date': at.toISOString().replace(/\.\d{3}/, ''),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const { lines, names } = signedHeaders({ ...headers, host });
  const canonical = ['POST', '/', queryOf(query), lines, names, body].join('\n');
  const signature = hmac(key.secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
  return { ...headers, authorization: `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names},Signature=${signature}` };
}
