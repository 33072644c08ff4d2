import { readCookie, writeCookie } from '@postern/client/cookies';
import { type Language, languageOf, render, type Text } from '@postern/contract/text';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

const COOKIE = 'django_language';
const COOKIE_SECONDS = 30 * 24 * 3600;
/** Values the server's catalogues go by (docs/wire/conventions.md#language). */
const TAGS = { en: 'en', zh: 'zh-hans', ja: 'ja' } as const satisfies Record<Language, string>;

interface LanguageState {
  language: Language;
  setLanguage: (language: Language) => void;
}

const LanguageContext = createContext<LanguageState>({ language: 'en', setLanguage: () => undefined });

/** Language of the page: the cookie shared with the console, else the browser's. */
export function currentLanguage(): Language {
  return languageOf(readCookie(COOKIE) ?? navigator.language);
}

/** For this browser, and for what the server says to it. */
export const rememberLanguage = (next: Language): void => writeCookie(COOKIE, TAGS[next], COOKIE_SECONDS);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, apply] = useState(currentLanguage);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : language;
  }, [language]);
  const value = useMemo(
    () => ({
      language,
      setLanguage: (next: Language) => {
        rememberLanguage(next);
        apply(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageState {
  return useContext(LanguageContext);
}

export type Translate = (text: Text, params?: Readonly<Record<string, unknown>>) => string;

/** Translates a text into the current language. */
export function useTranslate(): Translate {
  const { language } = useLanguage();
  return useCallback((text, params) => render(text, language, params), [language]);
}
