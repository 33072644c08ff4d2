import type { SearchOption } from './tag-search.ts';

/** What the search box offers to go on with what is typed. */
export interface Suggestion {
  key: string;
  label: string;
  /** The field's name on the wire, where that says more than its label. */
  hint?: string;
  /** A field to go on with. */
  option?: SearchOption;
  /** A value of the field that is being filled in. */
  value?: string;
}

/** Offered at once; more are found by typing. */
export const SUGGESTED = 8;

const folded = (text: string): string => text.trim().toLocaleLowerCase();
/** A day as the calendar writes it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The field that a text names before its first colon, in the reader's words or the wire's, and what stands behind it. */
export function namedField(text: string, options: readonly SearchOption[]): { option: SearchOption; rest: string } | undefined {
  const [, name = '', rest = ''] = /^([^:：]*)[:：](.*)$/s.exec(text) ?? [];
  const wanted = folded(name);
  const option = wanted === '' ? undefined : options.find(({ key, label }) => folded(label) === wanted || key.toLowerCase() === wanted);
  return option && { option, rest: rest.trimStart() };
}

/** Those that begin with the text first, then those that hold it. */
function likest<T>(all: readonly T[], text: string, words: (one: T) => readonly string[]): T[] {
  const wanted = folded(text);
  const begins = (one: T) => words(one).some((word) => folded(word).startsWith(wanted));
  const holds = all.filter((one) => words(one).some((word) => folded(word).includes(wanted)));
  return [...holds.filter(begins), ...holds.filter((one) => !begins(one))].slice(0, SUGGESTED);
}

/** Fields whose name goes on from the text. */
export const fieldsLike = (text: string, options: readonly SearchOption[]): Suggestion[] =>
  likest(options, text, ({ key, label }) => [label, key]).map((option) => ({
    key: option.key,
    label: option.label,
    ...(folded(option.label) === folded(option.key) ? {} : { hint: option.key }),
    option,
  }));

/** Choices whose name goes on from the text. */
export const choicesLike = (text: string, { choices = [] }: SearchOption): Suggestion[] =>
  likest(choices, text, ({ value, label }) => [label, value]).map(({ value, label }) => ({ key: value, label, value }));

/** Whether a text can be the value of a field as it stands. What is picked is picked, a day is a day. */
export const isValue = (text: string, { choices, url, date }: SearchOption): boolean =>
  text.trim() !== '' && !choices && !url && (!date || DAY.test(text.trim()));

/** The condition of a field with one more of its values, where it takes several. */
export function withValue(option: SearchOption, held: string | undefined, value: string): string {
  if (!option.several || !held) return value;
  return [...new Set([...held.split(','), value])].join(',');
}
