import type { IncomingMessage } from 'node:http';
import { CodedError } from '@postern/contract/errors';

/**
 * Bytes of a body that is a table, for routes that take one; elsewhere such a body is as bounded as any other. What says
 * it is too long is refused before it is read.
 * @param limit bytes the route takes; undefined where no table is expected
 * @param usual bytes of any other body
 * @throws CodedError file_content_overflowed where a table is expected, else body_too_large
 */
export async function readTableBody(
  payload: IncomingMessage,
  declared: string | undefined,
  limit: number | undefined,
  usual: number,
): Promise<Buffer> {
  const max = limit ?? usual;
  const tooLarge = (): CodedError => new CodedError(limit === undefined ? 'body_too_large' : 'file_content_overflowed');
  if (Number(declared) > max) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > max) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
