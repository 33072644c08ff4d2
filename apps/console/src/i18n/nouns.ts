import type { Language } from '@postern/contract/text';
import type { Noun } from '../features/resource-entry.ts';
import { ENTRIES, OTHER_NOUNS } from '../features/resources.ts';

type NounForms = Record<'one' | 'other' | 'title', string>;

/** Nouns in one language, by their keys, as i18next takes them. */
export const inLanguage = (nouns: readonly Noun[], language: Language): Record<string, NounForms> =>
  Object.fromEntries(
    nouns.map(({ key, one, other, title }) => [key, { one: one[language], other: other[language], title: title[language] }]),
  );

/** What resources are called: the namespace `noun` of the words. */
export const nouns = (language: Language): Record<string, NounForms> =>
  inLanguage([...ENTRIES.map((entry) => entry.words), ...OTHER_NOUNS], language);
