import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { sigV4 } from '../cloud/index.ts';

/** Objects of one bucket, by the S3 protocol with the bucket in the path, which MinIO, Ceph and AWS all speak. */

export interface Bucket {
  endpoint: string;
  bucket: string;
  key: { id: string; secret: string };
}

/** What a store said, or what kept us from asking it. `detail` holds no key and no address. */
export class BucketError extends Error {
  readonly detail: string;
  constructor(detail: string, cause?: unknown) {
    super(`Bucket: ${detail}`, { cause });
    this.name = 'BucketError';
    this.detail = detail;
  }
}

/** Region that an address of AWS names; others do not ask for one. */
export const regionOf = (endpoint: string): string =>
  /^s3[.-](?:dualstack\.)?([a-z0-9-]+)\.amazonaws\.com/.exec(URL.parse(endpoint)?.hostname ?? '')?.[1] ?? 'us-east-1';

const segment = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

function signed({ endpoint, bucket, key }: Bucket, method: 'GET' | 'PUT' | 'DELETE', name: string, body: string) {
  const base = new URL(endpoint);
  const path = `/${[bucket, ...name.split('/')].map(segment).join('/')}`;
  const headers = sigV4({
    method,
    host: base.host,
    path,
    query: {},
    headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    body,
    key,
    region: regionOf(endpoint),
    service: 's3',
    at: new Date(),
  });
  return { url: `${base.origin}${path}`, headers };
}

/** Code of an S3 error document, which is a word of the protocol. */
const codeOf = (document: string): string => /<Code>([A-Za-z]{1,64})<\/Code>/.exec(document)?.[1] ?? 'error';

async function change(outbound: Outbound, bucket: Bucket, method: 'PUT' | 'DELETE', name: string, body: string): Promise<void> {
  const { url, headers } = signed(bucket, method, name, body);
  const answer = await outbound.fetch(url, { method, headers, ...(method === 'PUT' ? { body } : {}), named: true, maxBytes: 65_536 });
  if (answer.status >= 300) throw new BucketError(`${answer.status} ${codeOf(answer.body)}`);
}

export const putObject = (outbound: Outbound, bucket: Bucket, name: string, body: string): Promise<void> =>
  change(outbound, bucket, 'PUT', name, body);
export const removeObject = (outbound: Outbound, bucket: Bucket, name: string): Promise<void> =>
  change(outbound, bucket, 'DELETE', name, '');

/** An object as it comes; undefined when there is none. @throws BucketError, OutboundError */
export async function openObject(outbound: Outbound, bucket: Bucket, name: string): Promise<Readable | undefined> {
  const { url, headers } = signed(bucket, 'GET', name, '');
  const answer = await outbound.open(url, { headers, named: true });
  if (answer.status === 200) return answer.body;
  answer.body.on('error', () => undefined).destroy();
  if (answer.status === 404) return undefined;
  throw new BucketError(String(answer.status));
}
