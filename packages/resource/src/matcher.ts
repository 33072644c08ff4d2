import { InvalidInput } from '@postern/contract/errors';
import { type AttributeRule, type Matcher, matcherShape, ruleValues } from '@postern/contract/matcher';
import ipaddr from 'ipaddr.js';
import { type RawBuilder, sql } from 'kysely';
import { type Context, holds } from './context.ts';
import type { Where } from './kinds.ts';
import type { ResolvedField, ResolvedResource } from './resolved.ts';
import { all, column, expressionOf, from, idIn } from './where.ts';

/**
 * Matchers as where-clauses (contract/common.md §6, contract/acls.md §2): what a list shows and what a rule is enforced on
 * come from the same clause, so they cannot disagree.
 */

const NOBODY: Where = sql<boolean>`false`;
const EVERYBODY: Where = sql<boolean>`true`;

const anyOf = (conditions: readonly Where[]): Where =>
  conditions.length === 0 ? NOBODY : sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** One entry of `ip_in`: an address, a network, a range `a-b`, `*`, and else the text itself (a host name). */
function addressIn(ref: RawBuilder<unknown>, entry: string): Where {
  const text = entry.trim();
  if (text === '*') return EVERYBODY;
  if (ipaddr.isValidCIDR(text)) {
    const [network, bits] = ipaddr.parseCIDR(text);
    return sql<boolean>`address_of(${ref}) <<= ${`${network.toString()}/${bits}`}::inet`;
  }
  const [from, to, ...more] = text.split('-').map((part) => part.trim());
  if (from && to && more.length === 0 && ipaddr.isValid(from) && ipaddr.isValid(to)) {
    const [low, high] = [ipaddr.parse(from), ipaddr.parse(to)];
    if (low.kind() !== high.kind()) return NOBODY;
    const family = low.kind() === 'ipv4' ? 4 : 6;
    return sql<boolean>`(family(address_of(${ref})) = ${family}
      and address_of(${ref}) between ${low.toString()}::inet and ${high.toString()}::inet)`;
  }
  return ipaddr.isValid(text) ? sql<boolean>`address_of(${ref}) = ${ipaddr.parse(text).toString()}::inet` : sql<boolean>`${ref} = ${text}`;
}

type Compare = (ref: RawBuilder<unknown>, values: readonly string[]) => Where;
const first = (values: readonly string[]): string => values[0] ?? '';

/** Comparisons of text. Nothing here is a pattern except `regex`; text is compared as it is. */
const TEXT: Readonly<Record<string, Compare>> = {
  exact: (ref, values) => (first(values) === '*' ? EVERYBODY : sql<boolean>`${ref} = ${first(values)}`),
  not: (ref, values) => sql<boolean>`${ref} <> ${first(values)}`,
  in: (ref, values) => (values.includes('*') ? EVERYBODY : sql<boolean>`${ref} = any(${[...values]}::text[])`),
  contains: (ref, values) => sql<boolean>`strpos(${ref}, ${first(values)}) > 0`,
  startswith: (ref, values) => sql<boolean>`starts_with(${ref}, ${first(values)})`,
  endswith: (ref, values) => sql<boolean>`right(${ref}, char_length(${first(values)})) = ${first(values)}`,
  regex: (ref, values) => sql<boolean>`matches_pattern(${ref}, ${first(values)})`,
  gte: (ref, values) => sql<boolean>`${ref} >= ${first(values)}`,
  lte: (ref, values) => sql<boolean>`${ref} <= ${first(values)}`,
  gt: (ref, values) => sql<boolean>`${ref} > ${first(values)}`,
  lt: (ref, values) => sql<boolean>`${ref} < ${first(values)}`,
  ip_in: (ref, values) => anyOf(values.map((value) => addressIn(ref, value))),
};

/** Comparisons of numbers; a value that is none matches nothing. */
const NUMBER: Readonly<Record<string, (ref: RawBuilder<unknown>, values: readonly number[]) => Where>> = {
  exact: (ref, [value]) => sql<boolean>`${ref} = ${value}`,
  not: (ref, [value]) => sql<boolean>`${ref} <> ${value}`,
  in: (ref, values) => sql<boolean>`${ref} = any(${[...values]}::float8[])`,
  gte: (ref, [value]) => sql<boolean>`${ref} >= ${value}`,
  lte: (ref, [value]) => sql<boolean>`${ref} <= ${value}`,
  gt: (ref, [value]) => sql<boolean>`${ref} > ${value}`,
  lt: (ref, [value]) => sql<boolean>`${ref} < ${value}`,
};

const comparison = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function relatedTo(field: ResolvedField, values: readonly (string | number | boolean)[]): Where {
  const { through } = field.options;
  if (!through || !field.target) return NOBODY;
  const ids = values.flatMap((value) => (typeof value === 'boolean' ? [] : [value]));
  const target = sql`select t.id from ${sql.table(field.target.table)} as t where ${idIn(field.target, ids)}`;
  return sql<boolean>`t.id in (select ${sql.ref(through.mine)} from ${sql.table(through.table)} where ${sql.ref(through.theirs)} in (${target}))`;
}

function fieldFulfils(field: ResolvedField, ctx: Context, rule: AttributeRule): Where {
  const values = ruleValues(rule.value);
  if (field.kind.name === 'manyToMany') return relatedTo(field, values);
  const expression = expressionOf(field, ctx);
  if (!expression) return NOBODY;
  if (field.kind.name === 'reference') return field.target ? idOf(field, values) : NOBODY;
  if (field.kind.type === 'boolean') {
    const wanted = values[0] === true || /^(true|1|yes)$/i.test(String(values[0]));
    if (rule.match === 'exact') return sql<boolean>`${expression} is ${sql.lit(wanted)}`;
    return rule.match === 'not' ? sql<boolean>`${expression} is not ${sql.lit(wanted)}` : NOBODY;
  }
  if (field.kind.type === 'integer' || field.kind.type === 'float') {
    if (values.includes('*') && (rule.match === 'exact' || rule.match === 'in')) return EVERYBODY;
    const numbers = values.map((value) => (value === '' ? Number.NaN : Number(value)));
    return numbers.some(Number.isNaN) ? NOBODY : (comparison(NUMBER, rule.match)?.(expression, numbers) ?? NOBODY);
  }
  return comparison(TEXT, rule.match)?.(sql`coalesce(${expression}::text, '')`, values.map(String)) ?? NOBODY;
}

function idOf(field: ResolvedField, values: readonly (string | number | boolean)[]): Where {
  const ids = values.flatMap((value) => (typeof value === 'boolean' ? [] : [value]));
  const target = field.target as ResolvedResource;
  return sql<boolean>`${column(field.column ?? field.name)} in (select t.id from ${sql.table(target.table)} as t where ${idIn(target, ids)})`;
}

/** Whether the main row fulfils one rule. What the actor may not read, and secrets, cannot be found out by a rule either. */
function fulfils(resource: ResolvedResource, ctx: Context, rule: AttributeRule): Where {
  const { attributes } = resource.behaviour;
  const own = attributes && Object.hasOwn(attributes, rule.name) ? attributes[rule.name] : undefined;
  if (own) return own(ctx, ruleValues(rule.value).map(String));
  const field = resource.field(rule.name);
  if (!field?.readable || field.kind.secret || field.options.writeOnly) return NOBODY;
  if (field.options.readWith && !holds(ctx.actor, [field.options.readWith])) return NOBODY;
  return fieldFulfils(field, ctx, rule);
}

/** Where-clause over the main table (alias `t`) for the objects that a matcher means. */
export function matched(resource: ResolvedResource, ctx: Context, matcher: Matcher): Where {
  if (matcher.type === 'all') return EVERYBODY;
  if (matcher.type === 'ids') return idIn(resource, matcher.ids);
  return all(matcher.attrs.map((rule) => fulfils(resource, ctx, rule)));
}

/**
 * Which of many matchers one object fulfils, in their order. One query, whatever their number. Row security is the
 * caller's: a rule is enforced on people and assets whether or not whoever asks may see them.
 * @returns nothing but false for an object that does not exist
 */
export async function whichMatch(
  resource: ResolvedResource,
  ctx: Context,
  id: string | number,
  matchers: readonly Matcher[],
): Promise<boolean[]> {
  if (matchers.length === 0) return [];
  const answers = matchers.map((one) => sql`coalesce(${matched(resource, ctx, one)}, false)`);
  const { rows } = await sql<{ answers: boolean[] }>`select array[${sql.join(answers)}] as answers
    from ${from(resource)} where ${idIn(resource, [id])}`.execute(ctx.tx);
  return rows[0]?.answers ?? matchers.map(() => false);
}

/**
 * Reads the `attr_rules` of a list request: base64 of UTF-8 JSON.
 * @throws InvalidInput under `attr_rules` when it is not that
 */
export function readAttrRules(value: string): Matcher {
  let input: unknown;
  try {
    input = JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
  } catch {
    throw InvalidInput.on('attr_rules', 'invalid_json');
  }
  const read = matcherShape.safeParse(input);
  if (!read.success) throw InvalidInput.on('attr_rules', 'invalid');
  return read.data;
}
