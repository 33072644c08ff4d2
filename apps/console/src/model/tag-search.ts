import type { FieldInfo } from '@postern/contract/metadata';
import type { ListState } from './list-query.ts';
import type { FieldMap } from './metadata.ts';

/** One thing a list can be filtered by. With `choices`, `url` or `date` the value is picked, else it is typed. */
export interface SearchOption {
  /** Query key. */
  key: string;
  label: string;
  choices?: readonly { value: string; label: string }[];
  /** Several of the choices may hold at once; they are joined by a comma. */
  several?: boolean;
  /** List of the related objects it is one of. */
  url?: string;
  /** What stands for a related object in the query. Many-to-many filters of the API take names, references take ids. */
  by?: 'id' | 'name';
  /** The value is a day. */
  date?: boolean;
}

/** How the value of an option is picked. */
export type Picked = Pick<SearchOption, 'choices' | 'several' | 'url' | 'by' | 'date'>;

/** Whether a tag of it can be made text again: what was picked is picked anew instead. */
export const isTyped = (option: SearchOption | undefined): boolean => !option?.choices && !option?.url && !option?.date;

/** A condition as the person sees it. Free words have no key. */
export interface Tag {
  key: string;
  label: string;
  value: string;
  text: string;
}

/**
 * Options of the search box: the screen's own first, then every field the server flags `filter`, each key once
 * (docs/behaviour/lists.md#search). `pickedBy` is the field table's `Filter`.
 */
export function searchOptions(
  fields: FieldMap,
  extra: readonly SearchOption[],
  exclude: readonly string[],
  pickedBy: (info: FieldInfo) => Picked,
): SearchOption[] {
  const options = new Map(extra.map((option) => [option.key, option]));
  for (const [key, info] of Object.entries(fields)) {
    if (info.filter && !exclude.includes(key) && !options.has(key)) {
      options.set(key, { key, label: info.label, ...pickedBy(info) });
    }
  }
  return [...options.values()];
}

/** Tags of the current state, words of the options where known: a link opened before the metadata shows bare keys. */
export function tagsOf(state: Pick<ListState, 'search' | 'filters'>, options: readonly SearchOption[]): Tag[] {
  const byKey = new Map(options.map((option) => [option.key, option]));
  const tags: Tag[] = [];
  for (const [key, value] of Object.entries(state.filters)) {
    const option = byKey.get(key);
    const named = (one: string) => option?.choices?.find((choice) => choice.value.toLowerCase() === one.toLowerCase())?.label ?? one;
    const text = option?.several ? value.split(',').map(named).join(', ') : named(value);
    tags.push({ key, label: option?.label ?? key, value, text });
  }
  for (const word of state.search) tags.push({ key: '', label: '', value: word, text: word });
  return tags;
}

type Conditions = Pick<ListState, 'search' | 'filters'>;

/** Adds a condition: the same field twice replaces, a word twice stays once, a comma separates words. */
export function addTag(state: Conditions, key: string, value: string): Conditions {
  const text = value.trim();
  if (key === '') {
    const words = text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    return { filters: state.filters, search: [...new Set([...state.search, ...words])] };
  }
  if (text === '') return removeTag(state, { key, value: '' });
  return { search: state.search, filters: { ...state.filters, [key]: text } };
}

export function removeTag(state: Conditions, tag: Pick<Tag, 'key' | 'value'>): Conditions {
  if (tag.key === '') return { filters: state.filters, search: state.search.filter((word) => word !== tag.value) };
  return { search: state.search, filters: Object.fromEntries(Object.entries(state.filters).filter(([key]) => key !== tag.key)) };
}
