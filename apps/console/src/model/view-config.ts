import { isRecord } from '@postern/contract/wire';
import type { Dates, ListState } from './list-query.ts';

const DAY_MS = 86_400_000;

/** What a saved view remembers: columns, conditions, order and the span of time. Stored as JSON (settings/saved-views). */
export interface ViewConfig {
  columns: readonly string[];
  order: string;
  search: readonly string[];
  filters: Readonly<Record<string, string>>;
  /** Days up to now for a span that ended about when it was saved, so that "last 30 days" stays that; else the span itself. */
  dates?: { days: number } | Dates;
}

export interface SavedView {
  id: string;
  name: string;
  config: ViewConfig;
  /** The organisation has it; else it is the person's own. */
  shared: boolean;
  /** Id of its owner; null where they have gone. */
  owner: string | null;
  /** Name of whoever made it. */
  author: string;
}

type Conditions = Pick<ListState, 'order' | 'search' | 'filters' | 'dates'>;

/** The view of what is seen now. */
export function configOf(state: Conditions, columns: readonly string[], now: number): ViewConfig {
  return {
    columns: [...columns],
    order: state.order,
    search: [...state.search],
    filters: { ...state.filters },
    ...(state.dates ? { dates: spanOf(state.dates, now) } : {}),
  };
}

/** The span ends now or at the end of this day or of tomorrow: it moves on with time. */
function spanOf({ from, to }: Dates, now: number): NonNullable<ViewConfig['dates']> {
  const moves = to > now - DAY_MS / 24 && to < now + 2 * DAY_MS;
  return moves ? { days: Math.max(1, Math.round((now - from) / DAY_MS)) } : { from, to };
}

/** Conditions of a view, as of now. A view without dates leaves those of the list alone. */
export function conditionsOf(config: ViewConfig, now: number): Conditions {
  const { dates } = config;
  const span = dates && ('days' in dates ? { from: now - dates.days * DAY_MS, to: now } : dates);
  return { order: config.order, search: [...config.search], filters: config.filters, ...(span ? { dates: span } : {}) };
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

/** Reads a stored configuration; whatever is not as it should be is left out, since other clients may have written it. */
export function readConfig(raw: unknown): ViewConfig {
  const given = isRecord(raw) ? raw : {};
  const filters = Object.entries(isRecord(given.filters) ? given.filters : {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const dates = isRecord(given.dates) ? given.dates : {};
  return {
    columns: texts(given.columns),
    order: typeof given.order === 'string' ? given.order : '',
    search: texts(given.search),
    filters: Object.fromEntries(filters),
    ...(typeof dates.days === 'number' ? { dates: { days: dates.days } } : {}),
    ...(typeof dates.from === 'number' && typeof dates.to === 'number' ? { dates: { from: dates.from, to: dates.to } } : {}),
  };
}

/** Whether two views show the same; conditions have no order, columns and words do. */
export function sameConfig(a: ViewConfig, b: ViewConfig): boolean {
  const text = ({ filters, ...rest }: ViewConfig) =>
    JSON.stringify([rest.columns, rest.order, rest.search, rest.dates ?? null, Object.entries(filters).sort()]);
  return text(a) === text(b);
}
