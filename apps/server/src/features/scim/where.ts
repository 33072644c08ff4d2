import { parseUuid } from '@postern/contract/ids';
import { and, at, containing, EVERYBODY, eb, endingWith, NOBODY, or, parseDatetime, startingWith, type Where } from '@postern/resource';
import type { Expression } from 'kysely';
import { badFilter, type Filter, type Literal, type Operator, plainPath } from './filter.ts';
import type { ScimProblem } from './problem.ts';

/** What an attribute of a filter is in the table: how it compares, and what is asked. */
export type Attribute =
  /** Letters have no case, as RFC 7643 has it for names and mail addresses. */
  | { kind: 'text'; column: Expression<unknown> }
  | { kind: 'exact'; column: Expression<unknown> }
  | { kind: 'id'; column: Expression<unknown> }
  | { kind: 'boolean'; column: Expression<unknown> }
  | { kind: 'date'; column: Expression<unknown> }
  /** Found elsewhere, by the whole value. */
  | { kind: 'linked'; equals: (value: string) => Where; present: () => Where };

/** Attributes by their path in lower case: `username`, `emails.value`. */
export type Attributes = Readonly<Record<string, Attribute>>;

const t = at('t');
export const column = (name: string): Expression<unknown> => t(name) as unknown as Expression<unknown>;

const ORDERED = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const refuse = (operator: Operator, path: string): ScimProblem => badFilter(`“${operator}” cannot be asked of ${path}.`);

function textWhere(by: Expression<unknown>, operator: Operator, value: Literal, path: string): Where {
  if (operator === 'pr') return and(eb(by, 'is not', null), eb(by, '<>', ''));
  if (typeof value !== 'string') throw badFilter(`${path} is a text.`);
  const lower = eb.fn('lower', [by]);
  const wanted = value.toLowerCase();
  switch (operator) {
    case 'eq':
      return eb(lower, '=', wanted);
    case 'ne':
      return eb(lower, '<>', wanted);
    case 'co':
      return eb(lower, 'like', containing(wanted));
    case 'sw':
      return eb(lower, 'like', startingWith(wanted));
    case 'ew':
      return eb(lower, 'like', endingWith(wanted));
    default:
      return eb(lower, ORDERED[operator], wanted);
  }
}

function term(attributes: Attributes, { path, operator, value }: Extract<Filter, { is: 'term' }>): Where {
  const name = plainPath(path);
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  // An attribute that this service does not know is not there (RFC 7644 §3.4.2.2): nothing has it.
  if (!attribute) return NOBODY;
  switch (attribute.kind) {
    case 'text':
      return textWhere(attribute.column, operator, value, path);
    case 'exact': {
      if (operator === 'pr') return eb(attribute.column, 'is not', null);
      if (typeof value !== 'string' || (operator !== 'eq' && operator !== 'ne')) throw refuse(operator, path);
      return eb(attribute.column, operator === 'eq' ? '=' : 'is distinct from', value);
    }
    case 'id': {
      if (operator === 'pr') return EVERYBODY;
      const id = typeof value === 'string' ? parseUuid(value) : undefined;
      if (operator !== 'eq' && operator !== 'ne') throw refuse(operator, path);
      if (id === undefined) return operator === 'eq' ? NOBODY : EVERYBODY;
      return eb(attribute.column, operator === 'eq' ? '=' : '<>', id);
    }
    case 'boolean': {
      if (operator === 'pr') return EVERYBODY;
      // Entra ID writes truth values as texts.
      const wanted = typeof value === 'string' ? value.toLowerCase() === 'true' : value;
      if (typeof wanted !== 'boolean' || (operator !== 'eq' && operator !== 'ne')) throw refuse(operator, path);
      return eb(attribute.column, operator === 'eq' ? '=' : '<>', wanted);
    }
    case 'date': {
      if (operator === 'pr') return EVERYBODY;
      const moment = typeof value === 'string' ? parseDatetime(value) : undefined;
      if (!moment) throw badFilter(`${path} is a date.`);
      if (operator === 'eq' || operator === 'ne') return eb(attribute.column, operator === 'eq' ? '=' : '<>', moment);
      if (operator === 'co' || operator === 'sw' || operator === 'ew') throw refuse(operator, path);
      return eb(attribute.column, ORDERED[operator], moment);
    }
    case 'linked':
      if (operator === 'pr') return attribute.present();
      if (typeof value !== 'string' || (operator !== 'eq' && operator !== 'ne')) throw refuse(operator, path);
      return operator === 'eq' ? attribute.equals(value) : eb.not(attribute.equals(value));
  }
}

/** A filter as a condition. @throws ScimProblem for what cannot be asked */
export function whereOf(attributes: Attributes, filter: Filter, prefix = ''): Where {
  switch (filter.is) {
    case 'and':
      return and(whereOf(attributes, filter.left, prefix), whereOf(attributes, filter.right, prefix));
    case 'or':
      return or(whereOf(attributes, filter.left, prefix), whereOf(attributes, filter.right, prefix));
    case 'not':
      return eb.not(whereOf(attributes, filter.filter, prefix));
    case 'of':
      // People here have one mail address, of one kind: what is asked of one value is asked of the only one.
      if (prefix !== '') throw badFilter('A filter in brackets cannot hold another one.');
      return whereOf(attributes, filter.filter, `${plainPath(filter.path)}.`);
    case 'term':
      return term(attributes, { ...filter, path: `${prefix}${filter.path}` });
  }
}
