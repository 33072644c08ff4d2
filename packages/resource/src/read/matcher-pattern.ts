import { createHash } from 'node:crypto';
import { setTimeout as others } from 'node:timers/promises';
import { createSlots } from '@postern/contract/bounds';
import { CodedError } from '@postern/contract/errors';
import type { Pattern } from '@postern/pattern';
import { AliasedExpressionWrapper, type Expression } from 'kysely';
import { among, and, EVERYBODY, eb, NOBODY, or, type Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import { patternOf } from '../base/rule-pattern.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import { digestOf, longerThan } from './matcher.queries.ts';
import { anyTable, column, idIn, mainTable } from './where.ts';

/**
 * Patterns of attribute rules. They never reach the database, whose engine can be made to try for years: the values are read,
 * RE2 is asked here, and the database is given the values that matched.
 */

/** Rows whose values are read at once. */
const PAGE = 500;
/** Others go first after this long, and for twice as long as this took. */
const SLICE_MS = 2;
const REST = 2;
/** Questions of one person, and of all, that wait for the one that is being answered; each keeps a database connection. */
const OWN = 2;
const WAITING = 6;
/** Seconds after which somebody who asks too much is told to come again. */
const AGAIN = 2;
/** What one question may cost, in time of the engine and in values that matched; one list cannot take all there is. */
const MAX_MS = 5_000;
const MAX_VALUES = 500_000;
/** Longer values are compared by their digests. */
const MAX_COMPARED = 256;

/** Says where a pattern is found among values of a field, as a condition on its expression: text, never null. */
export type Finder = (field: string, expression: Expression<unknown>, pattern: string) => Promise<Where>;

const slots = createSlots(WAITING, OWN);
let ahead: Promise<unknown> = Promise.resolve();

/**
 * One search through values at a time in this process, however many people ask: each reads up to all rows of a table.
 * @throws CodedError throttled for a person who has enough of them waiting, or when too many people have
 */
async function inLine<T>(ctx: Context, search: () => Promise<T>): Promise<T> {
  const leave = ctx.actor.kind === 'user' ? slots.take(ctx.actor.id) : () => undefined;
  if (!leave) throw new CodedError('throttled', { seconds: AGAIN });
  const turn = ahead.then(search);
  ahead = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    leave();
  }
}

/** Lets others go first whenever a slice of time is used up. */
function slices(): { spent(): number; rest(): Promise<void> } {
  let spent = 0;
  let from = performance.now();
  return {
    spent: () => spent + performance.now() - from,
    async rest() {
      const slice = performance.now() - from;
      if (slice < SLICE_MS) return;
      spent += slice;
      await others(slice * REST);
      from = performance.now();
    },
  };
}

const digest = (value: string): string => createHash('sha256').update(value).digest('hex');

/** Collects values page by page, each asked once while it repeats. */
function gatherer(pattern: Pattern) {
  const short = new Map<string, boolean>();
  const long = new Set<string>();
  let matches = 0;
  return {
    take(value: string): void {
      if (value.length > MAX_COMPARED) {
        if (pattern.test(value)) long.add(digest(value));
        return;
      }
      if (short.has(value)) return;
      const found = pattern.test(value) === true;
      // What did not match is only kept to ask no value twice, and forgotten when there are too many.
      if (found) matches += 1;
      if (found || short.size - matches < PAGE) short.set(value, found);
    },
    size: () => matches + long.size,
    where(expression: Expression<unknown>): Where {
      const values = [...short].flatMap(([value, found]) => (found ? [value] : []));
      if (long.size === 0) return among(expression, values);
      return or(among(expression, values), and(longerThan(expression, MAX_COMPARED / 2), among(digestOf(expression), [...long])));
    },
  };
}

/** Ids of rows, and what an expression is for them. */
const values = (resource: ResolvedResource, ctx: Context, expression: Expression<unknown>) =>
  anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select(['t.id', new AliasedExpressionWrapper(expression as Expression<string>, 'value')]);

/**
 * Finder over the rows that `within` leaves. A row that is written meanwhile is judged by what it holds when the list is read. A
 * pattern that cannot be read is found everywhere: who asks has to have refused it, or to mean that.
 * @throws CodedError pattern_too_costly, throttled
 */
export function findAmong(resource: ResolvedResource, ctx: Context, within: readonly Where[]): Finder {
  const search = async (expression: Expression<unknown>, pattern: Pattern): Promise<Where> => {
    const gathered = gatherer(pattern);
    const time = slices();
    for (let after: string | number | undefined; ; ) {
      const rest = after === undefined ? within : [...within, eb(column('id'), '>', after)];
      const rows = await values(resource, ctx, expression)
        .where(and(...rest))
        .orderBy('t.id')
        .limit(PAGE)
        .execute();
      for (const { value } of rows) {
        gathered.take(value);
        await time.rest();
      }
      if (gathered.size() > MAX_VALUES || time.spent() > MAX_MS) throw new CodedError('pattern_too_costly');
      if (rows.length < PAGE) return gathered.where(expression);
      after = rows.at(-1)?.id as string | number | undefined;
    }
  };
  return async (_field, expression, source) => {
    const pattern = patternOf(source);
    return pattern ? inLine(ctx, () => search(expression, pattern)) : EVERYBODY;
  };
}

/**
 * Finder over one row, whose values are read once each. `unsure` is told of a pattern that cannot be read, or not be asked about a
 * value that long: it is taken to be found.
 */
export function findInRow(resource: ResolvedResource, ctx: Context, id: string | number, unsure: () => void): Finder {
  const read = new Map<string, Promise<string | undefined>>();
  const time = slices();
  async function shownBy(expression: Expression<unknown>): Promise<string | undefined> {
    const row = await values(resource, ctx, expression)
      .where(idIn(resource, [id]))
      .executeTakeFirst();
    return row?.value;
  }
  return async (field, expression, source) => {
    const known = read.get(field) ?? shownBy(expression);
    read.set(field, known);
    const value = await known;
    if (value === undefined) return NOBODY;
    await time.rest();
    const found = patternOf(source)?.test(value);
    if (found === undefined) unsure();
    return found === false ? NOBODY : EVERYBODY;
  };
}
