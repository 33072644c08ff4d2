import type { Page } from '@postern/contract/wire';
import type { Row } from '../model/resource.ts';
import { client } from '../session/http.ts';

/** Requests that every screen makes, whatever the resource. */

/** A list answer, whether the server paged it or gave everything (docs/wire/conventions.md#paging). */
export function pageOf<T>(answer: Page<T> | T[]): { rows: T[]; total: number; capped?: true; more?: boolean } {
  if (Array.isArray(answer)) return { rows: answer, total: answer.length };
  return { rows: answer.results, total: answer.count, ...(answer.count_capped ? { capped: true, more: answer.next !== null } : {}) };
}

/** Stores ids on the server and gives back the key that stands for them, good for five minutes (docs/wire/conventions.md#chosen-ids). */
export async function storeIds(ids: readonly Row['id'][]): Promise<string> {
  const { spm } = await client.resources.cache({ resources: ids });
  return spm;
}
