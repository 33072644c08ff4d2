import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { StoreError } from './object-store.ts';

/** Why a storage did not do what was asked, as people may read it: no key, no address. Undefined for what is no fault of a storage. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof StoreError) return error.detail;
  if (error instanceof OutboundError) return `${error.why} ${error.detail}`.trim();
  return undefined;
}

/**
 * Reads an object to its end, or hands over its beginning and then fails: a connection that breaks off is a fault of the storage.
 * @throws StoreError
 */
export async function* whole(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw reasonOf(error) === undefined ? new StoreError('broken off', { cause: error }) : error;
  }
}
