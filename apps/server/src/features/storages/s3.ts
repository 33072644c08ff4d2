import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Outbound, OutboundFile } from '../../platform/outbound/outbound.ts';
import { encoded, queryOf, sigV4 } from '../cloud/index.ts';
import { StoreError } from './stores/object-store.ts';

/** Requests to one bucket, by the S3 protocol. */

export interface Bucket {
  endpoint: string;
  bucket: string;
  region: string;
  key: { id: string; secret: string };
  /** With the bucket in front of the host's name, and not in the path, which MinIO, Ceph and AWS all take. */
  inHost?: boolean;
}

export interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Of the object; left out, it is the bucket that is asked. */
  name?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Text, or a stream with its SHA-256; that one's length is among the headers. */
  body?: string | { sha256: string; open(): Readable };
  /** Milliseconds for all of it. */
  limit?: number;
}

/** Region that an address of AWS names; others do not ask for one. */
export const regionOf = (endpoint: string): string =>
  /^s3[.-](?:dualstack\.)?([a-z0-9-]+)\.amazonaws\.com/.exec(URL.parse(endpoint)?.hostname ?? '')?.[1] ?? 'us-east-1';

/** Address and headers of a request that is signed now. */
function signed({ endpoint, bucket, region, key, inHost }: Bucket, { method, name, query = {}, headers = {}, body = '' }: BucketRequest) {
  const base = new URL(endpoint);
  const host = inHost ? `${bucket}.${base.host}` : base.host;
  const parts = [...(inHost ? [] : [bucket]), ...(name?.split('/') ?? [])];
  const path = `${base.pathname.replace(/\/+$/, '')}/${parts.map(encoded).join('/')}`;
  const search = queryOf(query);
  const sha256 = typeof body === 'string' ? createHash('sha256').update(body).digest('hex') : body.sha256;
  return {
    url: `${base.protocol}//${host}${path}${search && `?${search}`}`,
    headers: sigV4({
      method,
      host,
      path,
      query,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      body: { sha256 },
      key,
      region,
      service: 's3',
      at: new Date(),
    }),
  };
}

/** Code of an S3 error document, which is a word of the protocol. */
const codeOf = (document: string): string => /<Code>([A-Za-z]{1,64})<\/Code>/.exec(document)?.[1] ?? 'error';

/** Asks, and reads a whole answer. @throws StoreError, OutboundError */
export async function askBucket(outbound: Outbound, bucket: Bucket, request: BucketRequest) {
  const { url, headers } = signed(bucket, request);
  const { method, body, limit } = request;
  const answer = await outbound.fetch(url, {
    method,
    headers,
    named: true,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : body.open() }),
    ...(limit === undefined ? {} : { limit }),
  });
  if (answer.status >= 300) throw new StoreError(`${answer.status} ${codeOf(answer.body)}`);
  return answer;
}

/** Writes an object. @param headers of S3, such as how long it is locked @throws StoreError, OutboundError */
export async function putObject(
  outbound: Outbound,
  bucket: Bucket,
  name: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await askBucket(outbound, bucket, { method: 'PUT', name, body, headers });
}

/** The answer to a request as it comes, whatever it is but a refusal; undefined when there is no such object. @throws StoreError, OutboundError */
export async function openInBucket(
  outbound: Outbound,
  bucket: Bucket,
  request: Omit<BucketRequest, 'body'>,
): Promise<OutboundFile | undefined> {
  const { url, headers } = signed(bucket, request);
  const { method, limit } = request;
  const answer = await outbound.open(url, { method, headers, named: true, ...(limit === undefined ? {} : { limit }) });
  if (answer.status < 300) return answer;
  answer.body.on('error', () => undefined).destroy();
  if (answer.status === 404) return undefined;
  throw new StoreError(String(answer.status));
}

const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => XML_ENTITIES[name] ?? whole);
const element = (xml: string, name: string): string => unescapeXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');

/** One answer of a listing has up to 1,000 names. */
const MAX_PAGES = 10_000;

/**
 * Names of every version of the objects under a prefix. A deleted object leaves the list of names; its version stays.
 * @throws StoreError, OutboundError
 */
export async function listVersions(outbound: Outbound, bucket: Bucket, prefix: string): Promise<string[]> {
  const found: string[] = [];
  let query: Record<string, string> = { versions: '', prefix };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { body: xml } = await askBucket(outbound, bucket, { method: 'GET', query });
    for (const version of xml.match(/<Version>.*?<\/Version>/gs) ?? []) found.push(element(version, 'Key'));
    const next = element(xml, 'NextKeyMarker');
    if (element(xml, 'IsTruncated') !== 'true' || !next) break;
    query = { ...query, 'key-marker': next, 'version-id-marker': element(xml, 'NextVersionIdMarker') };
  }
  return found;
}
