import type { Page } from '@postern/contract/wire';
import { pageLinks, paging, type Request } from '@postern/resource';

/** The list envelope for rows that are all in memory already: a page with `limit`, else the bare array (docs/wire/conventions.md#paging). */
export function slicePage<T>(request: Pick<Request, 'query' | 'url'>, rows: readonly T[]): T[] | Page<T> {
  const page = paging(request.query);
  if (!page) return [...rows];
  return { count: rows.length, ...pageLinks(request.url, page, rows.length), results: rows.slice(page.offset, page.offset + page.limit) };
}
