import { type Answer, type Effect, type ListName, MAX_PAGES, MAX_QUERY, type MenuAsset, PAGE, type Question, type Scope } from './model.ts';

/** A list of assets of which a window is known: pages are asked for as they are needed, and forgotten again. */
export interface Listing {
  name: ListName;
  scope: Scope;
  query: string;
  /** Question whose answers count. */
  id: number;
  /** Undefined before the first answer. */
  count: number | undefined;
  pages: ReadonlyMap<number, readonly MenuAsset[]>;
  /** What is shown answers a question before this one. */
  stale: boolean;
  /** Page that is on its way. */
  asking: number | undefined;
  at: number;
  top: number;
  /** Enter was pressed before the answer came: a single hit is opened by it. */
  eager: boolean;
}

export const newListing = (name: ListName, scope: Scope): Listing => ({
  name,
  scope,
  query: '',
  id: 0,
  count: undefined,
  pages: new Map(),
  stale: true,
  asking: undefined,
  at: 0,
  top: 0,
  eager: false,
});

export const assetAt = (list: Listing, at: number): MenuAsset | undefined => list.pages.get(Math.floor(at / PAGE))?.[at % PAGE];

/** The window of rows moved so that the chosen one is in it. */
export function windowed(at: number, top: number, height: number, count: number): number {
  const shown = Math.max(1, height);
  const moved = at < top ? at : at >= top + shown ? at - shown + 1 : top;
  return Math.max(0, Math.min(moved, Math.max(0, count - shown)));
}

interface Moved {
  list: Listing;
  effects: Effect[];
}

const still = (list: Listing): Moved => ({ list, effects: [] });

function ask(list: Listing, page: number, typed = false): Moved {
  const { name, id, scope, query } = list;
  const question: Question = { ask: 'assets', list: name, id, scope, query: query.trim(), page, limit: PAGE };
  return { list: { ...list, asking: page }, effects: [{ do: 'ask', question, typed }] };
}

/** Asks for the first page of the window that is not there, one at a time. */
export function completed(list: Listing, height: number): Moved {
  if (list.asking !== undefined) return still(list);
  if (list.stale) return ask(list, 0);
  const last = Math.max(0, (list.count ?? 0) - 1);
  const [first, end] = [Math.floor(list.top / PAGE), Math.floor(Math.min(last, list.top + Math.max(1, height) - 1) / PAGE)];
  for (let page = first; page <= end; page += 1) if (!list.pages.has(page)) return ask(list, page);
  return still(list);
}

/** Asks anew, by another query or the same. What is shown stays until the answer is there. */
export function asked(list: Listing, id: number, { query = list.query, typed = false }: { query?: string; typed?: boolean } = {}): Moved {
  return ask({ ...list, query: [...query].slice(0, MAX_QUERY).join(''), id, stale: true, eager: false }, 0, typed);
}

export function moved(list: Listing, to: number, height: number): Moved {
  const count = list.count ?? 0;
  const at = Math.max(0, Math.min(to, count - 1));
  return completed({ ...list, at, top: windowed(at, list.top, height, count), eager: false }, height);
}

/** Takes an answer; undefined when it is to a question that counts no more. */
export function answered(list: Listing, answer: Extract<Answer, { to: 'assets' }>, height: number): Moved | undefined {
  if (answer.id !== list.id || answer.page !== list.asking) return undefined;
  const { count, assets } = answer.found;
  const [was, before] = list.stale ? [0, []] : [list.at, [...list.pages]];
  const at = Math.max(0, Math.min(was, count - 1));
  // The farthest pages go first.
  const here = Math.floor(at / PAGE);
  const pages = [...before, [answer.page, assets] as const]
    .sort(([one], [other]) => Math.abs(one - here) - Math.abs(other - here))
    .slice(0, MAX_PAGES);
  const top = windowed(at, list.stale ? 0 : list.top, height, count);
  return completed({ ...list, count, at, top, pages: new Map(pages), stale: false, asking: undefined }, height);
}

/** Nothing came. What is missing is asked for again with the next key. */
export const failed = (list: Listing, id: number): Listing => (id === list.id ? { ...list, asking: undefined, eager: false } : list);
