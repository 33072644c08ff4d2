import { createHash, createHmac } from 'node:crypto';
import type { Seen } from './cloud-server.ts';

/** The clouds' side of signatures, written from their papers and not from our signing: what comes in is signed again and compared. */

export interface Pair {
  id: string;
  secret: string;
}

const hash = (data: string): string => createHash('sha256').update(data, 'utf8').digest('hex');
const mac = (key: Buffer, data: string): Buffer => createHmac('sha256', key).update(data, 'utf8').digest();

/** Query as a cloud reads it: decoded, sorted, encoded strictly. */
function canonicalQuery(raw: string): string {
  const strict = (value: string): string =>
    [...Buffer.from(value, 'utf8')]
      .map((byte) =>
        /[A-Za-z0-9\-_.~]/.test(String.fromCharCode(byte))
          ? String.fromCharCode(byte)
          : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      )
      .join('');
  return raw
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('=').map((part) => strict(decodeURIComponent(part))))
    .map(([name = '', value = '']) => `${name}=${value}`)
    .sort()
    .join('&');
}

const headerLines = (seen: Seen, names: string): string =>
  names
    .split(';')
    .map((name) => `${name}:${String(seen.headers[name]).trim()}\n`)
    .join('');

function canonical(seen: Seen, path: string, names: string): string {
  return `${seen.method}\n${path}\n${canonicalQuery(seen.rawQuery)}\n${headerLines(seen, names)}\n${names}\n${hash(seen.body)}`;
}

const fresh = (at: number): boolean => Math.abs(Date.now() - at) < 5 * 60_000;
const compact = (text: string): number => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

export function awsSigned(seen: Seen, { id, secret }: Pair, region: string, service: string): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      seen.headers.authorization ?? '',
    );
  const [, given, day = '', inRegion = '', ofService = '', names = '', signature] = match ?? [];
  const time = String(seen.headers['x-amz-date']);
  if (given !== id || inRegion !== region || ofService !== service || !names.split(';').includes('host') || !fresh(compact(time)))
    return false;
  let key: Buffer = Buffer.from(`AWS4${secret}`);
  for (const step of [day, region, service, 'aws4_request']) key = mac(key, step);
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/${service}/aws4_request\n${hash(canonical(seen, seen.path, names))}`;
  return mac(key, text).toString('hex') === signature;
}

export function tencentSigned(seen: Seen, { id, secret }: Pair, service: string): boolean {
  const match =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/([^/]+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      seen.headers.authorization ?? '',
    );
  const [, given, day = '', ofService, names = '', signature] = match ?? [];
  const time = String(seen.headers['x-tc-timestamp']);
  if (given !== id || ofService !== service || names !== 'content-type;host' || !fresh(Number(time) * 1000)) return false;
  let key: Buffer = Buffer.from(`TC3${secret}`);
  for (const step of [day, service, 'tc3_request']) key = mac(key, step);
  const text = `TC3-HMAC-SHA256\n${time}\n${day}/${service}/tc3_request\n${hash(canonical(seen, '/', names))}`;
  return mac(key, text).toString('hex') === signature;
}

export function alibabaSigned(seen: Seen, { id, secret }: Pair): boolean {
  const match = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    seen.headers.authorization ?? '',
  );
  const [, given, names = '', signature] = match ?? [];
  const wanted = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'];
  if (given !== id || names !== wanted.join(';') || !fresh(Date.parse(String(seen.headers['x-acs-date'])))) return false;
  if (seen.headers['x-acs-content-sha256'] !== hash(seen.body)) return false;
  return mac(Buffer.from(secret), `ACS3-HMAC-SHA256\n${hash(canonical(seen, '/', names))}`).toString('hex') === signature;
}

export function huaweiSigned(seen: Seen, { id, secret }: Pair): boolean {
  const match = /^SDK-HMAC-SHA256 Access=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(seen.headers.authorization ?? '');
  const [, given, names = '', signature] = match ?? [];
  const time = String(seen.headers['x-sdk-date']);
  if (given !== id || !names.split(';').includes('host') || !names.split(';').includes('x-sdk-date') || !fresh(compact(time))) return false;
  const text = `SDK-HMAC-SHA256\n${time}\n${hash(canonical(seen, `${seen.path}/`, names))}`;
  return mac(Buffer.from(secret), text).toString('hex') === signature;
}

export function jdSigned(seen: Seen, { id, secret }: Pair, region: string): boolean {
  const match =
    /^JDCLOUD2-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/vm\/jdcloud2_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      seen.headers.authorization ?? '',
    );
  const [, given, day = '', inRegion = '', names = '', signature] = match ?? [];
  const time = String(seen.headers['x-jdcloud-date']);
  if (given !== id || inRegion !== region || names !== 'host;x-jdcloud-date;x-jdcloud-nonce' || !fresh(compact(time))) return false;
  let key: Buffer = Buffer.from(`JDCLOUD2${secret}`);
  for (const step of [day, region, 'vm', 'jdcloud2_request']) key = mac(key, step);
  const text = `JDCLOUD2-HMAC-SHA256\n${time}\n${day}/${region}/vm/jdcloud2_request\n${hash(canonical(seen, seen.path, names))}`;
  return mac(key, text).toString('hex') === signature;
}

export function baiduSigned(seen: Seen, { id, secret }: Pair): boolean {
  const match = /^(bce-auth-v1\/([^/]+)\/([^/]+)\/(\d+))\/([^/]+)\/([0-9a-f]{64})$/.exec(seen.headers.authorization ?? '');
  const [, prefix = '', given, time = '', , names = '', signature] = match ?? [];
  if (given !== id || names !== 'host;x-bce-date' || !fresh(Date.parse(time)) || seen.headers['x-bce-date'] !== time) return false;
  const key = mac(Buffer.from(secret), prefix).toString('hex');
  const lines = names.split(';').map((name) => `${name}:${encodeURIComponent(String(seen.headers[name]))}`);
  const text = `${seen.method}\n${seen.path}\n${canonicalQuery(seen.rawQuery)}\n${lines.join('\n')}`;
  return mac(Buffer.from(key), text).toString('hex') === signature;
}
