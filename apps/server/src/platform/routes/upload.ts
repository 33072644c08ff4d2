import type { Readable } from 'node:stream';
import { type Fields, type Reply, type Request, type Route, type RowsSpec, route, type UploadedPart } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/** One part of a form: a text, or a file on its way in. */
export type Part = UploadedPart;

/** Parts one after the other. A file that nobody read is passed over, as the next part comes only behind it. */
async function* passedOver(files: Request['files']): AsyncGenerator<Part, void, undefined> {
  for await (const part of files ?? []) {
    try {
      yield part;
    } finally {
      part.stream?.resume();
    }
  }
}

/** The parts of a form, for routes of another kind that take files, too. */
export const partsOf = ({ files }: Pick<Request, 'files'>): AsyncIterable<Part> => passedOver(files);

/** A file in memory, read to its end; undefined where it has more than so many bytes, of which none is kept. */
export async function bytesOf(stream: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= most ? Buffer.concat(chunks) : undefined;
}

/** The first file of a form that is called `file`, in memory. */
export async function oneFile(parts: AsyncIterable<Part>, most: number): Promise<Buffer | 'missing' | 'too_large'> {
  let found: Buffer | 'missing' | 'too_large' = 'missing';
  for await (const { field, stream } of parts)
    if (stream && field === 'file' && found === 'missing') found = (await bytesOf(stream, most)) ?? 'too_large';
  return found;
}

/**
 * Takes a file: a form in parts, of a bounded number of bytes, read as it comes. Whoever takes it need not read every part to its end.
 *
 * @param limit bytes of a file at most; more ends the request before they are read
 * @param texts bytes of a part that is no file. Default: 1 MiB
 */
export function upload<const R extends RowsSpec, const Q extends Fields = NoFields>({
  limit,
  texts,
  take,
  ...spec
}: Omit<Spec<NoFields, Q, NoFields, R>, 'body' | 'multipart' | 'bodyLimit' | 'fieldLimit' | 'params' | 'find'> & {
  limit: number;
  texts?: number;
  take: Work<NoFields, Q, NoFields, R, undefined, Reply, { parts: AsyncIterable<Part> }>;
}): Route {
  return route<R, NoFields, Q>({
    ...spec,
    method: 'POST',
    kind: 'upload',
    multipart: true,
    bodyLimit: limit,
    ...(texts === undefined ? {} : { fieldLimit: texts }),
    handle: async (ctx, asked) => take(ctx, { ...asked, parts: partsOf(asked.request) }),
  });
}
