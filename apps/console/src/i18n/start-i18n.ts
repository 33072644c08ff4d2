import type { Language } from '@postern/contract/text';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLanguage } from './language.ts';
import { nouns } from './nouns.ts';

const WORDS: Readonly<Record<Language, () => Promise<Readonly<Record<string, object>>>>> = {
  en: () => import('../locale/en/index.ts'),
  zh: () => import('../locale/zh/index.ts'),
  ja: () => import('../locale/ja/index.ts'),
};

const wordsIn = async (id: Language): Promise<Record<string, object>> => ({ ...(await WORDS[id]()), noun: nouns(id) });

/** Loads the words of the current language, and of no other; every language has every key, so none falls back on another. */
export async function startI18n(): Promise<void> {
  const { id, tag } = currentLanguage();
  document.documentElement.lang = tag;
  const words = await wordsIn(id);
  await i18next.use(initReactI18next).init({
    lng: id,
    fallbackLng: false,
    resources: { [id]: words },
    ns: Object.keys(words),
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}

/** Goes over to the language that is now the current one. The words are there before anything is drawn with them. */
export async function loadLanguage(): Promise<void> {
  const { id, tag } = currentLanguage();
  const words = await wordsIn(id);
  for (const [space, texts] of Object.entries(words)) i18next.addResourceBundle(id, space, texts);
  await i18next.changeLanguage(id);
  document.documentElement.lang = tag;
}
