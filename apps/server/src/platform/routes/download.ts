import type { Readable } from 'node:stream';
import { type Fields, type Reply, type Route, type RowsSpec, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/** A file on its way out. */
export interface File {
  body: string | Buffer | Readable;
  /** Media type. */
  type: string;
  /** Bytes, where they are known before they are read. */
  size?: number;
  /** Name under which a browser saves it. Without one it is shown in place: a picture, a recording. */
  name?: string;
  /** The same for a name that has nothing to encode, in the form that every client reads. */
  plainName?: string;
  /** Whether and how long browsers keep it (RFC 9111). Default: not at all. */
  cache?: string;
  /** How the bytes are packed. */
  encoding?: 'gzip';
}

/** A name as a header takes it (RFC 5987). */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function disposition({ name, plainName }: File): string | undefined {
  if (plainName !== undefined) return `attachment; filename="${plainName}"`;
  return name === undefined ? undefined : `attachment; filename*=UTF-8''${encoded(name)}`;
}

/** The reply that gives a file. As every answer says `nosniff`, it is what its type says: no browser makes a page of it. */
export function fileReply(file: File): Reply {
  const { body, type, size, cache, encoding } = file;
  const attachment = disposition(file);
  return {
    status: 200,
    body,
    headers: {
      'content-type': type,
      ...(size === undefined ? {} : { 'content-length': String(size) }),
      ...(attachment ? { 'content-disposition': attachment } : {}),
      ...(cache ? { 'cache-control': cache } : {}),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  };
}

/**
 * Gives a file: one to save, or a picture. What is thrown before its first byte is an answer as everywhere; `fileReply` says the headers of all.
 *
 * @param give answers the file, or a reply where there is none to give
 */
export function download<const R extends RowsSpec, const Q extends Fields = NoFields, const P extends Fields = NoFields, F = undefined>({
  give,
  method = 'GET',
  media = 'application/octet-stream',
  ...spec
}: Omit<Spec<NoFields, Q, P, R, F>, 'body' | 'answer'> & {
  method?: 'GET' | 'POST';
  give: Work<NoFields, Q, P, R, F, File | Reply>;
}): Route {
  return route<R, 'none', Q, P, F>({
    ...(spec as Spec<NoFields, Q, P, R, F>),
    method,
    body: 'none',
    media,
    kind: 'download',
    async handle(ctx, asked) {
      const given = await give(ctx, asked);
      return 'type' in given ? fileReply(given) : given;
    },
  });
}
