import ipaddr from 'ipaddr.js';
import { type Expression, sql } from 'kysely';
import { EVERYBODY, NOBODY, or, type Where } from '../base/conditions.ts';

/** One entry of `ip_in`: an address, a network, a range `a-b`, `*`, and else the text itself (a host name). */
function addressIn(ref: Expression<unknown>, entry: string): Where {
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

type Compare = (ref: Expression<unknown>, values: readonly string[]) => Where;
const first = (values: readonly string[]): string => values[0] ?? '';

/** Comparisons of text, which is compared as it is. Patterns are not the database's to match (matcher-pattern.ts). */
export const TEXT: Readonly<Record<string, Compare>> = {
  exact: (ref, values) => (first(values) === '*' ? EVERYBODY : sql<boolean>`${ref} = ${first(values)}`),
  not: (ref, values) => sql<boolean>`${ref} <> ${first(values)}`,
  in: (ref, values) => (values.includes('*') ? EVERYBODY : sql<boolean>`${ref} = any(${[...values]}::text[])`),
  contains: (ref, values) => sql<boolean>`strpos(${ref}, ${first(values)}) > 0`,
  startswith: (ref, values) => sql<boolean>`starts_with(${ref}, ${first(values)})`,
  endswith: (ref, values) => sql<boolean>`right(${ref}, char_length(${first(values)})) = ${first(values)}`,
  gte: (ref, values) => sql<boolean>`${ref} >= ${first(values)}`,
  lte: (ref, values) => sql<boolean>`${ref} <= ${first(values)}`,
  gt: (ref, values) => sql<boolean>`${ref} > ${first(values)}`,
  lt: (ref, values) => sql<boolean>`${ref} < ${first(values)}`,
  ip_in: (ref, values) => or(...values.map((value) => addressIn(ref, value))),
};

/** Comparisons of numbers; a value that is none matches nothing. */
export const NUMBER: Readonly<Record<string, (ref: Expression<unknown>, values: readonly number[]) => Where>> = {
  exact: (ref, [value]) => sql<boolean>`${ref} = ${value}`,
  not: (ref, [value]) => sql<boolean>`${ref} <> ${value}`,
  in: (ref, values) => sql<boolean>`${ref} = any(${[...values]}::float8[])`,
  gte: (ref, [value]) => sql<boolean>`${ref} >= ${value}`,
  lte: (ref, [value]) => sql<boolean>`${ref} <= ${value}`,
  gt: (ref, [value]) => sql<boolean>`${ref} > ${value}`,
  lt: (ref, [value]) => sql<boolean>`${ref} < ${value}`,
};

/** Whether a truth is this one; unlike `=` it is never unknown. */
export const isTruth = (ref: Expression<unknown>, wanted: boolean): Where => sql<boolean>`${ref} is ${sql.lit(wanted)}`;
export const isNotTruth = (ref: Expression<unknown>, wanted: boolean): Where => sql<boolean>`${ref} is not ${sql.lit(wanted)}`;

/** Any value as text that is never null. */
export const asText = (ref: Expression<unknown>): Expression<string> => sql<string>`coalesce(${ref}::text, '')`;

/** Answers of many conditions about one row, in their order; unknown is false. */
export const answersOf = (conditions: readonly Where[]): Expression<boolean[]> =>
  sql<boolean[]>`array[${sql.join(conditions.map((one) => sql`coalesce(${one}, false)`))}]`;

export const longerThan = (ref: Expression<unknown>, characters: number): Where => sql<boolean>`char_length(${ref}) > ${characters}`;

/** SHA-256 of a text's UTF-8, in hexadecimal. */
export const digestOf = (ref: Expression<unknown>): Expression<string> => sql<string>`encode(sha256(convert_to(${ref}, 'UTF8')), 'hex')`;
