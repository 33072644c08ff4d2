import { parseUuid } from '@postern/contract/ids';
import { type Context, homeOf, parseDatetime } from '@postern/resource';
import { docIds } from './elastic-rows.ts';

/**
 * What a list of commands asks for, as clauses of a filter. Values are only ever the value of a clause: no word of a client is read by
 * the engine's own query language, as a field's name or as a script.
 */

/** Terms of one search, as in lists of tables. */
const MAX_TERMS = 10;
const MAX_VALUE = 2_048;
/** Ids of one request. */
const MAX_IDS = 10_000;

export type Clause = Readonly<Record<string, unknown>>;

const term = (field: string, value: string): Clause => ({ term: { [field]: { value: value.slice(0, MAX_VALUE) } } });
const NOTHING: Clause = { bool: { must_not: [{ match_all: {} }] } };

/** Text with what means something in a wildcard standing for itself. */
const literal = (value: string): string => value.slice(0, MAX_VALUE).replace(/[\\*?]/g, '\\$&');
const containing = (value: string): Clause => ({ wildcard: { 'input.lower': { value: `*${literal(value.toLowerCase())}*` } } });

const seconds = (value: string, side: 'gte' | 'lte'): Clause | undefined => {
  const moment = parseDatetime(value);
  return moment && { range: { timestamp: { [side]: Math.floor(moment.getTime() / 1_000) } } };
};

export const ids = (wanted: readonly string[]): Clause => ({ ids: { values: wanted.slice(0, MAX_IDS).flatMap(docIds) } });

/** The same as where-clauses of a list say (sessions/command.routes.ts), by parameter. */
const FILTERS: Readonly<Record<string, (value: string) => Clause | undefined>> = {
  asset: (value) => term('asset', value),
  account: (value) => term('account', value),
  session: (value) => term('session', value),
  session_id: (value) => term('session', value),
  risk_level: (value) => (/^\d{1,2}(,\d{1,2}){0,99}$/.test(value) ? { terms: { risk_level: value.split(',').map(Number) } } : NOTHING),
  user: (value) => ({ prefix: { user: { value: value.slice(0, MAX_VALUE) } } }),
  input: containing,
  date_from: (value) => seconds(value, 'gte'),
  date_to: (value) => seconds(value, 'lte'),
  ids: (value) => ids(value.split(',').flatMap((id) => parseUuid(id.trim()) ?? [])),
};

/** The organisation whose commands are meant: the same rule as of the table. */
export function inHome(ctx: Context): Clause[] {
  const home = homeOf({ scope: 'org' }, ctx);
  return home === undefined ? [] : [term('org_id', home)];
}

/** @param chosen ids that `spm` stands for */
export function clausesOf(ctx: Context, query: Readonly<Record<string, string>>, chosen?: readonly string[]): Clause[] {
  const clauses = inHome(ctx);
  for (const [name, value] of Object.entries(query)) {
    if (value === '') continue;
    const clause = Object.hasOwn(FILTERS, name) ? FILTERS[name]?.(value) : undefined;
    if (clause) clauses.push(clause);
  }
  const words = (query.search ?? '').split(/[\s,]+/).filter((word) => word !== '');
  clauses.push(...words.slice(0, MAX_TERMS).map(containing));
  if (chosen) clauses.push(ids(chosen));
  return clauses;
}

export interface CommandOrder {
  by: 'timestamp' | 'risk_level';
  descending: boolean;
}

/** What `order` asks for, of what commands can be ordered by; the newest first where it says nothing. */
export function orderOf(query: Readonly<Record<string, string>>): CommandOrder[] {
  const asked = (query.order ?? '')
    .split(',')
    .slice(0, 5)
    .flatMap((entry): CommandOrder[] => {
      const by = entry.trim().replace(/^-/, '');
      return by === 'timestamp' || by === 'risk_level' ? [{ by, descending: entry.trim().startsWith('-') }] : [];
    });
  return asked.length > 0 ? asked : [{ by: 'timestamp', descending: true }];
}

/** The order for the engine. What components wrote without an id of its own comes by its number there. */
export function sortOf(order: readonly CommandOrder[], reversed = false): object[] {
  const way = (descending: boolean) => (descending === reversed ? 'asc' : 'desc');
  return [
    ...order.map(({ by, descending }) => ({ [by]: { order: way(descending), missing: reversed ? '_first' : '_last' } })),
    { id: { order: way(false), missing: reversed ? '_first' : '_last' } },
    { _seq_no: { order: way(false) } },
  ];
}
