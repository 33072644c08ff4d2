import { InvalidInput } from '@postern/contract/errors';
import type { AliasedExpression, Expression, OrderByItemBuilder } from 'kysely';
import { eb, or, type Where } from '../base/conditions.ts';
import { type Context, holds } from '../base/context.ts';
import type { Query } from '../base/http.ts';
import { containing } from '../base/like.ts';
import { parseDatetime } from '../base/time.ts';
import type { Kernel } from '../compiled/kernel.ts';
import { authorship, isFilled, type ResolvedField, type ResolvedResource } from '../compiled/resolved.ts';
import type { Paging } from '../definition/definition.ts';
import { Problem } from '../kinds/problem.ts';
import { joinedSelection } from './joined.ts';
import { matched, readAttrRules } from './matcher.ts';
import { holdsPair } from './where.queries.ts';
import { column, expressionOf, idIn, visible } from './where.ts';

/** Rows a page may hold at most (docs/wire/conventions.md#paging). */
const MAX_LIMIT = 100;
/** Terms of one search; more would only slow the database down. */
const MAX_TERMS = 10;

/** A column of the main table, or an expression under a name. */
export type Selected = `t.${string}` | AliasedExpression<unknown, string>;

/**
 * Columns and derived values of the main query; secrets are left in the database.
 * @param shown fields of the answer, where the rows are for one: nothing else is derived then, and what they show of other tables comes along
 */
export function selection(resource: ResolvedResource, ctx: Context, shown?: readonly ResolvedField[]): Selected[] {
  // Values that are made of whole rows may ask for any of their columns.
  const all = shown === undefined || shown.some(({ name }) => resource.behaviour.computed?.[name] !== undefined);
  const wanted = new Set(shown);
  const parts = resource.fields.flatMap((field): Selected[] => {
    if (field.kind.secret) return [];
    if (field.column !== undefined) return [`t.${field.column}` as const];
    if (field.options.expression && (all || wanted.has(field))) return [eb.parens(field.options.expression(ctx)).as(field.name)];
    return [];
  });
  const named = new Set(resource.fields.map((field) => field.column));
  const hidden = [...authorship(resource), ...Object.keys(resource.definition.columns ?? {})]
    .filter((name) => !named.has(name))
    .map((name) => `t.${name}` as const);
  return [...parts, ...hidden, ...(shown ? joinedSelection(resource, ctx, shown) : [])];
}

/** Digits and ideographs have no case, and comparing without folding costs a third: words of two ideographs are too short for trigrams. */
const comparison = (term: string) => (term.toLowerCase() === term.toUpperCase() ? 'like' : 'ilike');

/**
 * Whether a text holds a word, whatever its case. A word without a trigram is looked for row by row: an index of trigrams would be read as a whole.
 */
export const holdsWord = (text: Expression<unknown>, word: string): Where =>
  [...word].length < 3
    ? eb(eb.fn('strpos', [eb.fn('lower', [text]), eb.fn('lower', [eb.val(word)])]), '>', 0)
    : eb(text, comparison(word), containing(word));

/** The words of a search, each of which has to be found. */
export const termsOf = (words: string): string[] =>
  words
    .split(/[\s,]+/)
    .filter((term) => term !== '')
    .slice(0, MAX_TERMS);

function searchWhere(resource: ResolvedResource, words: string): Where[] {
  const columns = resource.fields.filter((field) => field.searchable);
  if (columns.length === 0) return [];
  const terms = termsOf(words);
  const short = (term: string) => resource.definition.shortWords === true && [...term].length === 2;
  const large = resource.definition.countUpTo !== undefined;
  return terms.map((term) =>
    or(
      ...columns.map((field) => {
        const ref = column(field.column ?? field.name);
        return short(term) ? holdsPair(ref, term) : large ? holdsWord(ref, term) : eb(ref, comparison(term), containing(term));
      }),
    ),
  );
}

/** Values of one filter at most. */
const MAX_VALUES = 100;

/** What a filter names: of a choice any of several, of everything else one. @throws InvalidInput under its name of more than are taken */
function valuesOf(name: string, field: ResolvedField | undefined, value: string): string[] {
  if (!field?.kind.several) return [value];
  const values = value.split(',').filter((one) => one !== '');
  if (values.length > MAX_VALUES) throw InvalidInput.on(name, 'too_many', { max: MAX_VALUES });
  return values;
}

/** What someone may not read is not to be found out by asking for it either (filter as oracle). */
const isAskable = (field: ResolvedField | undefined, ctx: Context): boolean =>
  !field?.options.readWith || holds(ctx.actor, [field.options.readWith]);

/** The filter of a field that has values of its own, as lists have it for this actor. */
export function filterable(resource: ResolvedResource, ctx: Context, name: string): ResolvedField | undefined {
  const field = resource.field(name);
  return field?.filterable && !field.kind.secret && isAskable(field, ctx) ? field : undefined;
}

/** Which rows one parameter of a list leaves. Nothing where it leaves all. @throws InvalidInput for a value that cannot be */
export async function conditionOf(
  resource: ResolvedResource,
  ctx: Context,
  query: Query,
  name: string,
  value: string,
): Promise<Where | undefined> {
  const field = resource.field(name);
  if (value === '' || !isAskable(field, ctx)) return undefined;
  const { filters } = resource.behaviour;
  // Own keys only: `?constructor=` must not find what every object inherits.
  const own = filters && Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (own) {
    const any = await Promise.all(valuesOf(name, field, value).map((one) => own(ctx, one, query)));
    const some = any.filter((condition) => condition !== undefined);
    return some.length === any.length ? or(...some) : undefined;
  }
  const filter = field?.filterable && !field.kind.secret ? field.kind.filter : undefined;
  const expression = field && filter ? expressionOf(field, ctx) : undefined;
  if (!field || !filter || !expression) return undefined;
  try {
    return or(...valuesOf(name, field, value).map((one) => filter(one, expression, field)));
  } catch (error) {
    if (error instanceof Problem) throw new InvalidInput({ [name]: [error.problem] });
    throw error;
  }
}

/**
 * Where-clauses of a list request: filters, search, `ids`, `spm`, dates. Throws InvalidInput for a value that cannot be
 * (docs/wire/conventions.md#filters). Unknown parameters are ignored, as clients send many (`draw`, `display`, `_`).
 */
export async function filtered(kernel: Kernel, resource: ResolvedResource, ctx: Context, query: Query): Promise<Where[]> {
  const conditions: Where[] = [];
  const { definition, behaviour } = resource;
  const offered = behaviour.listed?.(ctx, query);
  if (offered) conditions.push(offered);
  for (const [name, value] of Object.entries(query)) {
    const condition = await conditionOf(resource, ctx, query, name, value);
    if (condition) conditions.push(condition);
  }
  // A resource that shows other words than it stores says itself what it is found by.
  if (query.search && !Object.hasOwn(behaviour.filters ?? {}, 'search')) conditions.push(...searchWhere(resource, query.search));
  if (query.ids)
    conditions.push(
      idIn(
        resource,
        query.ids.split(',').map((id) => id.trim()),
      ),
    );
  if (query.spm) conditions.push(idIn(resource, (await kernel.hooks.idSet(ctx, query.spm)) ?? []));
  if (definition.dateField) {
    const since = query.date_from ? parseDatetime(query.date_from) : undefined;
    const until = query.date_to ? parseDatetime(query.date_to) : undefined;
    if (since) conditions.push(eb(column(definition.dateField), '>=', since));
    if (until) conditions.push(eb(column(definition.dateField), '<=', until));
  }
  // Last: patterns are asked about what all else leaves.
  if (query.attr_rules && behaviour.attributes)
    conditions.push(await matched(resource, ctx, readAttrRules(query.attr_rules), [...visible(resource, ctx), ...conditions]));
  return conditions;
}

/** Parameters of every list that leave rows out. */
const NARROWING = ['search', 'ids', 'spm', 'attr_rules', 'date_from', 'date_to'];

/** Names of the parameters of a list that leave rows out. */
export function narrowings(resource: ResolvedResource, query: Query): ReadonlySet<string> {
  const own = resource.behaviour.filters ?? {};
  const names = Object.entries(query).flatMap(([name, value]) => (value === '' ? [] : [name]));
  return new Set(names.filter((name) => NARROWING.includes(name) || Object.hasOwn(own, name) || resource.field(name)?.filterable === true));
}

/** One part of an order-by. */
export interface Order {
  by: Expression<unknown>;
  how: (by: OrderByItemBuilder) => OrderByItemBuilder;
}

export const BY_ID: readonly Order[] = [{ by: column('id'), how: (by) => by.asc() }];

/**
 * Order-by of a request: allowed names only, the default when nothing valid remains, always ending in the id. Rows without
 * a value come last. `reversed` is the exact opposite, to read a list from its end.
 */
export function ordering(resource: ResolvedResource, ctx: Context, query: Query, reversed = false): Order[] {
  const { definition } = resource;
  const part = (entry: string): Order[] => {
    const descending = entry.startsWith('-');
    const name = entry.replace(/^-/, '');
    const field = resource.field(name);
    const isBase = authorship(resource).includes(name);
    const allowed = definition.orderable
      ? definition.orderable.includes(name) || definition.order.replace(/^-/, '') === name
      : field?.orderable === true || isBase;
    if (!allowed) return [];
    const expression = field ? expressionOf(field, ctx) : isBase ? column(name) : undefined;
    if (!expression) return [];
    // Indexes hold empty values last: read backwards they serve a falling order only where it does not mention them.
    const mentioned = descending && field && !isFilled(field);
    const how = (by: OrderByItemBuilder): OrderByItemBuilder => {
      const way = descending === reversed ? by.asc() : by.desc();
      return !mentioned ? way : reversed ? way.nullsFirst() : way.nullsLast();
    };
    return [{ by: expression, how }];
  };
  const asked = (query.order ?? '')
    .split(',')
    .slice(0, 5)
    .flatMap((entry) => part(entry.trim()));
  const chosen = asked.length > 0 ? asked : part(definition.order);
  return [...chosen, { by: column('id'), how: (by) => (reversed ? by.desc() : by.asc()) }];
}

/** `limit`/`offset`; undefined when there is no valid limit: then everything is returned bare. */
export function paging(query: Query, maximum: number = MAX_LIMIT): Paging | undefined {
  const limit = Number(query.limit);
  if (!Number.isSafeInteger(limit) || limit <= 0) return undefined;
  const offset = Number(query.offset ?? 0);
  return { limit: Math.min(limit, maximum), offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0 };
}

/** `next` and `previous` of a page. `more`: whether there are rows behind it, where the count does not tell. */
export function pageLinks(
  url: URL,
  page: Paging,
  count: number,
  more = page.offset + page.limit < count,
): { next: string | null; previous: string | null } {
  const at = (offset: number): string => {
    const link = new URL(url);
    link.searchParams.set('limit', String(page.limit));
    if (offset > 0) link.searchParams.set('offset', String(offset));
    else link.searchParams.delete('offset');
    return link.href;
  };
  return {
    next: more ? at(page.offset + page.limit) : null,
    previous: page.offset > 0 ? at(Math.max(0, page.offset - page.limit)) : null,
  };
}
