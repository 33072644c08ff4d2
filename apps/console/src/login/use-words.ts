import { render } from '@postern/contract/text';
import { currentLanguage } from '../i18n/language.ts';
import { WORDS } from './words.ts';

export type WordKey = keyof typeof WORDS;

/** The page's words in the current language; a change of language loads the page again. */
export function useWords(): (key: WordKey, params?: Record<string, unknown>) => string {
  const language = currentLanguage().id;
  return (key, params) => render(WORDS[key], language, params);
}

export function isWord(key: string): key is WordKey {
  return key in WORDS;
}
