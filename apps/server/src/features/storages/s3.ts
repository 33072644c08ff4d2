import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { queryOf, sigV4 } from '../cloud/index.ts';

/** Objects of one bucket, by the S3 protocol with the bucket in the path, which MinIO, Ceph and AWS all speak. */

export interface Bucket {
  endpoint: string;
  bucket: string;
  region: string;
  key: { id: string; secret: string };
}

interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Of the object; left out, it is the bucket that is asked. */
  name?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** What a store said, or what kept us from asking it. `detail` holds no key and no address. */
export class BucketError extends Error {
  readonly detail: string;
  constructor(detail: string) {
    super(`S3 ${detail}`);
    this.name = 'BucketError';
    this.detail = detail;
  }
}

/** Region that an address of AWS names; others do not ask for one. */
export const regionOf = (endpoint: string): string =>
  /^s3[.-](?:dualstack\.)?([a-z0-9-]+)\.amazonaws\.com/.exec(URL.parse(endpoint)?.hostname ?? '')?.[1] ?? 'us-east-1';

const segment = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Address and headers of a request that is signed now. */
function signed({ endpoint, bucket, region, key }: Bucket, { method, name, query = {}, headers = {}, body = '' }: BucketRequest) {
  const base = new URL(endpoint);
  const path = `${base.pathname.replace(/\/+$/, '')}/${[bucket, ...(name?.split('/') ?? [])].map(segment).join('/')}`;
  const search = queryOf(query);
  return {
    url: `${base.origin}${path}${search && `?${search}`}`,
    headers: sigV4({
      method,
      host: base.host,
      path,
      query,
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      body,
      key,
      region,
      service: 's3',
      at: new Date(),
    }),
  };
}

/** Code of an S3 error document, which is a word of the protocol. */
const codeOf = (document: string): string => /<Code>([A-Za-z]{1,64})<\/Code>/.exec(document)?.[1] ?? 'error';

async function ask(outbound: Outbound, bucket: Bucket, request: BucketRequest): Promise<string> {
  const { url, headers } = signed(bucket, request);
  const { method, body } = request;
  const answer = await outbound.fetch(url, { method, headers, named: true, ...(body === undefined ? {} : { body }) });
  if (answer.status >= 300) throw new BucketError(`${answer.status} ${codeOf(answer.body)}`);
  return answer.body;
}

/** Writes an object. @param headers of S3, such as how long it is locked @throws BucketError, OutboundError */
export async function putObject(
  outbound: Outbound,
  bucket: Bucket,
  name: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await ask(outbound, bucket, { method: 'PUT', name, body, headers });
}

/** Removes an object; one that is not there is removed already. @throws BucketError, OutboundError */
export async function removeObject(outbound: Outbound, bucket: Bucket, name: string): Promise<void> {
  await ask(outbound, bucket, { method: 'DELETE', name });
}

/** An object as it comes; undefined when there is none. @throws BucketError, OutboundError */
export async function openObject(outbound: Outbound, bucket: Bucket, name: string): Promise<Readable | undefined> {
  const { url, headers } = signed(bucket, { method: 'GET', name });
  const answer = await outbound.open(url, { headers, named: true });
  if (answer.status === 200) return answer.body;
  answer.body.on('error', () => undefined).destroy();
  if (answer.status === 404) return undefined;
  throw new BucketError(String(answer.status));
}

const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => XML_ENTITIES[name] ?? whole);
const element = (xml: string, name: string): string => unescapeXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');

/** One answer of a listing has up to 1,000 names. */
const MAX_PAGES = 10_000;

/**
 * Names of every version of the objects under a prefix. A deleted object leaves the list of names; its version stays.
 * @throws BucketError, OutboundError
 */
export async function listVersions(outbound: Outbound, bucket: Bucket, prefix: string): Promise<string[]> {
  const found: string[] = [];
  let query: Record<string, string> = { versions: '', prefix };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const xml = await ask(outbound, bucket, { method: 'GET', query });
    for (const version of xml.match(/<Version>.*?<\/Version>/gs) ?? []) found.push(element(version, 'Key'));
    const next = element(xml, 'NextKeyMarker');
    if (element(xml, 'IsTruncated') !== 'true' || !next) break;
    query = { ...query, 'key-marker': next, 'version-id-marker': element(xml, 'NextVersionIdMarker') };
  }
  return found;
}
