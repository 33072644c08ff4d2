import { PAGE_SIZES, type PageSize, pageSizeOf } from '@postern/contract/preferences';

/** Where this browser keeps the person's page size (docs/behaviour/lists.md#paging). */
export const SIZE_KEY = 'paginationSize';

/** Rows per page this person chose, read by the given reader of stored values. */
export const storedSize = (read: (key: string) => unknown): PageSize => pageSizeOf(Number(read(SIZE_KEY))) ?? PAGE_SIZES[0];

/** Asked with every OPTIONS request (docs/behaviour/lists.md#rows-and-metadata). */
export const METADATA_QUERY = { draw: 1, display: 1 };

/** What a list shows. All of it fits in the address bar. */
export interface ListState {
  page: number;
  size: PageSize;
  /** Field, with a leading minus for descending; empty for the server's own order. */
  order: string;
  /** Free words, ANDed by the server. */
  search: string[];
  /** Filters by query key. */
  filters: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch, when the list has a date range. */
  dates?: Dates;
  /** Id of the saved view it follows. */
  view?: string;
}

/** A span of time, in milliseconds since the epoch. */
export interface Dates {
  from: number;
  to: number;
}

/** Where the address keeps which row is looked at beside the list. */
export const PREVIEW_KEY = 'preview';

/** Keys of the address bar that are not filters. */
const OWN_KEYS = new Set([
  'page',
  'size',
  'order',
  'search',
  'date_from',
  'date_to',
  'date_start',
  'date_end',
  'view',
  PREVIEW_KEY,
  'activeTab',
  'oid',
  'tab',
]);

/**
 * Reads a list's state from the address bar. Only keys named by `filterKeys` count as filters, so that foreign
 * query values (`clone_from`, `oid`, …) never reach the API as conditions.
 */
export function readListState(params: URLSearchParams, size: PageSize, filterKeys: ReadonlySet<string> | undefined): ListState {
  const page = Number.parseInt(params.get('page') ?? '1', 10);
  const filters: Record<string, string> = {};
  for (const [key, value] of params) {
    if (!OWN_KEYS.has(key) && value.trim() !== '' && (!filterKeys || filterKeys.has(key))) filters[key] = value;
  }
  const dates = readDates(params);
  return {
    page: Number.isFinite(page) && page > 0 ? page : 1,
    size: pageSizeOf(Number(params.get('size'))) ?? size,
    order: params.get('order') ?? '',
    search: splitWords(params.get('search') ?? ''),
    filters,
    ...(params.get('view') ? { view: params.get('view') ?? '' } : {}),
    ...(dates ? { dates } : {}),
  };
}

/**
 * The span an address asks for, by either of the pairs of names that links use (docs/behaviour/lists.md#dates). Half a span, or one that
 * runs backwards, is none.
 */
function readDates(params: URLSearchParams): Dates | undefined {
  const at = (...names: string[]) => Date.parse(names.map((name) => params.get(name)).find(Boolean) ?? '');
  const from = at('date_from', 'date_start');
  const to = at('date_to', 'date_end');
  return from <= to ? { from, to } : undefined;
}

const splitWords = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Writes the state over `params`, keeping the keys that are not the list's. */
export function writeListState(params: URLSearchParams, before: ListState, after: ListState): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of Object.keys(before.filters)) next.delete(key);
  for (const [key, value] of Object.entries(after.filters)) next.set(key, value);
  const put = (key: string, value: string) => (value ? next.set(key, value) : next.delete(key));
  put('search', after.search.join(','));
  put('order', after.order);
  put('page', after.page > 1 ? String(after.page) : '');
  if (after.size !== before.size) put('size', String(after.size));
  put('view', after.view ?? '');
  // Of other rows another one is looked at.
  put(PREVIEW_KEY, '');
  put('date_start', '');
  put('date_end', '');
  put('date_from', after.dates ? new Date(after.dates.from).toISOString() : '');
  put('date_to', after.dates ? new Date(after.dates.to).toISOString() : '');
  return next;
}

/** Query of the list request: fixed values first, then filters, then paging (docs/behaviour/lists.md#rows-and-metadata). Blanks are dropped. */
export function requestQuery(state: ListState, fixed: Readonly<Record<string, string>> = {}): Record<string, string> {
  const query: Record<string, string> = {
    ...fixed,
    ...state.filters,
    search: state.search.join(','),
    order: state.order || (fixed.order ?? ''),
    ...(state.dates ? { date_from: new Date(state.dates.from).toISOString(), date_to: new Date(state.dates.to).toISOString() } : {}),
    offset: String((state.page - 1) * state.size),
    limit: String(state.size),
    display: '1',
    draw: '1',
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value.trim() !== ''));
}

/** Whose filter leaves out rows: the person's own, or the one that the list begins with. */
export function filteredBy({ search, filters }: ListState, start: Readonly<Record<string, string>> = {}): 'own' | 'start' | undefined {
  const names = Object.keys(filters);
  if (search.length === 0 && names.length === 0) return undefined;
  const isStart = search.length === 0 && names.length === Object.keys(start).length && names.every((name) => filters[name] === start[name]);
  return isStart ? 'start' : 'own';
}

/** From seven days ago to the end of tomorrow. */
export function defaultDates(now: Date): Dates {
  const from = new Date(now);
  from.setDate(from.getDate() - 7);
  from.setHours(0, 0, 1, 0);
  const to = new Date(now);
  to.setDate(to.getDate() + 1);
  to.setHours(23, 59, 59, 0);
  return { from: from.getTime(), to: to.getTime() };
}

/** Page to show after rows went away: the last one that still has rows. */
export const pageAfterRemoval = (page: number, size: number, totalAfter: number): number =>
  Math.max(1, Math.min(page, Math.ceil(totalAfter / size)));
