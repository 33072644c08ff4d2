import type { Filter } from 'ldapts';
import { lazily } from '../../platform/lazy.ts';
import { ldap } from './ldap.ts';

/** Where the name of the person stands, as settings write it. */
const NAME = '%(user)s';
/** Stands for it while the filter is read: a word that means nothing there. */
const MARK = 'posternNameOfThePerson';

/** Each filter that holds a value: its value is replaced, what it is stays. */
const holding = lazily(() => {
  const { EqualityFilter, ApproximateFilter, ExtensibleFilter, GreaterThanEqualsFilter, LessThanEqualsFilter } = ldap();
  return [EqualityFilter, ApproximateFilter, ExtensibleFilter, GreaterThanEqualsFilter, LessThanEqualsFilter] as const;
});

function fill(filter: Filter, name: string): Filter {
  const { AndFilter, OrFilter, NotFilter, SubstringFilter } = ldap();
  if (filter instanceof AndFilter || filter instanceof OrFilter) for (const part of filter.filters) fill(part, name);
  else if (filter instanceof NotFilter) fill(filter.filter, name);
  else if (filter instanceof SubstringFilter) {
    filter.initial = filter.initial.replaceAll(MARK, () => name);
    filter.any = filter.any.map((part) => part.replaceAll(MARK, () => name));
    filter.final = filter.final.replaceAll(MARK, () => name);
  } else
    for (const kind of holding())
      if (filter instanceof kind && typeof filter.value === 'string') filter.value = filter.value.replaceAll(MARK, () => name);
  return filter;
}

/**
 * The filter that finds a person. The name becomes a value of the read filter and never a part of its text, so that nothing in it is syntax
 * (RFC 4515 section 3).
 * @throws Error when the text is no filter
 */
export const filterFor = (template: string, name: string): Filter =>
  fill(ldap().FilterParser.parseString(template.trim().replaceAll(NAME, MARK)), name);

/** The filter that finds everybody. @throws Error when the text is no filter */
export const filterForAll = (template: string): Filter => ldap().FilterParser.parseString(template.trim().replaceAll(NAME, '*'));

/** Whether it is a filter in which the name of a person has its place. */
export function isFilter(template: string): boolean {
  try {
    filterForAll(template);
    return filterFor(template, MARK).toString().includes(MARK);
  } catch {
    return false;
  }
}
