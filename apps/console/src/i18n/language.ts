import { readCookie, writeCookie } from '@postern/client/cookies';
import { type Language, languageOf } from '@postern/contract/text';

export interface LanguageInfo {
  id: Language;
  /** Value of the cookie `django_language`. */
  cookie: string;
  /** BCP 47, for Intl, `lang` and Accept-Language. */
  tag: string;
  /** Its own name. */
  name: string;
}

export const LANGUAGE_LIST: readonly LanguageInfo[] = [
  { id: 'en', cookie: 'en', tag: 'en', name: 'English' },
  { id: 'zh', cookie: 'zh-hans', tag: 'zh-CN', name: '中文' },
  { id: 'ja', cookie: 'ja', tag: 'ja', name: '日本語' },
];

const COOKIE = 'django_language';
const YEAR = 365 * 86_400;

/** The language in use: the cookie's, else the browser's, else English (docs/behaviour/start-and-views.md#language). */
export function currentLanguage(): LanguageInfo {
  return infoOf(languageOf(readCookie(COOKIE) ?? navigator.language));
}

/** Remembers a language, for the server as well. Answers the one before. */
export function rememberLanguage(id: Language): Language {
  const before = currentLanguage().id;
  writeCookie(COOKIE, infoOf(id).cookie, YEAR);
  return before;
}

/** For the login page, which has nothing to lose: the page is loaded again in the language. */
export function switchLanguage(id: Language): void {
  rememberLanguage(id);
  location.reload();
}

function infoOf(id: Language): LanguageInfo {
  // The list holds every language of the type; English is there by construction.
  return LANGUAGE_LIST.find((info) => info.id === id) as LanguageInfo;
}
