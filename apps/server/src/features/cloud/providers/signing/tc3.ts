import { hmac, type Key, sha256, signedHeaders } from './digest.ts';

export interface Tc3Input {
  host: string;
  service: string;
  body: string;
  key: Key;
  at: Date;
}

/** Headers that sign a JSON POST to Tencent Cloud (signature v3, TC3-HMAC-SHA256). */
export function tc3({ host, service, body, key, at }: Tc3Input): Record<string, string> {
  const day = at.toISOString().slice(0, 10);
  const time = String(Math.floor(at.getTime() / 1000));
  const type = 'application/json; charset=utf-8';
  const { lines, names } = signedHeaders({ 'content-type': type, host });
  const canonical = ['POST', '/', '', lines, names, sha256(body)].join('\n');
  const scope = `${day}/${service}/tc3_request`;
  const signing = [day, service, 'tc3_request'].reduce<string | Buffer>((secret, step) => hmac(secret, step), `TC3${key.secret}`);
  const signature = hmac(signing, ['TC3-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    'content-type': type,
    'x-tc-timestamp': time,
    authorization: `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
