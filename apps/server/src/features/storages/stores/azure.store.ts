import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { encoded } from '../../cloud/index.ts';
import { LOOK_LIMIT, type ObjectStore, StoreError, transferLimit } from './object-store.ts';

/** A container of Azure Blob Storage. */
export interface Container {
  /** Without a slash at its end; an account in its path is that of an emulator. */
  endpoint: string;
  account: string;
  /** In base64, as Azure gives it out. */
  key: string;
  container: string;
}

/** The version of the protocol that is spoken. It takes blobs of up to 5,000 MiB in one request. */
const VERSION = '2021-12-02';

interface BlobRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  name: string;
  headers?: Readonly<Record<string, string>>;
  body?: { bytes: number; open(): Readable };
}

/** Headers that stand in a signature by their place, in that order. */
const PLACES = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/**
 * What Azure has signed, by "Authorize with Shared Key" of its REST API reference (Blob service, 2015-02-21 and later): method, eleven headers
 * by their place, those of Microsoft in order, and the account with the path. Requests here have no query.
 */
export function azureSignature(
  key: string,
  account: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): string {
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  // An empty body is told as no length at all.
  const places = PLACES.map((name) => (name === 'content-length' && headers[name] === '0' ? '' : (headers[name] ?? '')));
  const text = [method, ...places, ...own.map(([name, value]) => `${name}:${value.trim()}`), `/${account}${path}`].join('\n');
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');
}

/** Codes of what a policy keeps until its day (immutable storage). */
const LOCKED = /BlobImmutable/;

/** Objects of a container, by the REST API of Azure Blob Storage with its shared key. */
export function azureStore(outbound: Outbound, { endpoint, account, key, container }: Container): ObjectStore {
  async function ask({ method, name, headers = {}, body }: BlobRequest) {
    const { origin, pathname } = new URL(endpoint);
    const path = `${pathname.replace(/\/+$/, '')}/${[container, ...name.split('/')].map(encoded).join('/')}`;
    const all: Record<string, string> = {
      ...headers,
      ...(body ? { 'content-length': String(body.bytes) } : {}),
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': VERSION,
    };
    const authorization = `SharedKey ${account}:${azureSignature(key, account, method, path, all)}`;
    const answer = await outbound.open(`${origin}${path}`, {
      method,
      headers: { ...all, authorization },
      named: true,
      ...(body ? { body: body.open(), limit: transferLimit(body.bytes) } : {}),
      ...(method === 'HEAD' || method === 'DELETE' ? { limit: LOOK_LIMIT } : {}),
    });
    if (answer.status < 300) return answer;
    answer.body.on('error', () => undefined).destroy();
    const code = (answer.headers['x-ms-error-code'] ?? 'error').replace(/[^A-Za-z]/g, '').slice(0, 64);
    if (answer.status === 404 && code !== 'ContainerNotFound') return undefined;
    throw new StoreError(`${answer.status} ${code}`, { locked: LOCKED.test(code) });
  }
  const done = (answer: { body: Readable } | undefined): void => void answer?.body.on('error', () => undefined).resume();

  return {
    async put(name, { bytes, md5, open }) {
      const headers = { 'content-md5': md5, 'content-type': 'application/octet-stream', 'x-ms-blob-type': 'BlockBlob' };
      const answer = await ask({ method: 'PUT', name, headers, body: { bytes, open } });
      if (!answer) throw new StoreError('404');
      done(answer);
      return '';
    },
    async get(name, part) {
      const headers: Record<string, string> = part ? { 'x-ms-range': `bytes=${part.from}-${part.from + part.bytes - 1}` } : {};
      return (await ask({ method: 'GET', name, headers }))?.body;
    },
    async stat(name) {
      const answer = await ask({ method: 'HEAD', name });
      done(answer);
      return answer && { bytes: Number(answer.headers['content-length']), version: '' };
    },
    async remove(name) {
      done(await ask({ method: 'DELETE', name }));
    },
    close: () => undefined,
  };
}
