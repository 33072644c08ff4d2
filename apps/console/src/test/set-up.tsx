import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';
import { nouns } from '../i18n/nouns.ts';
import { words as en } from '../locale/en/index.ts';
import { words as ja } from '../locale/ja/index.ts';
import { words as zh } from '../locale/zh/index.ts';
import './browser-parts.ts';
import { emptyPage } from './empty-page.ts';

/** What every component test needs: the words of all languages, and an empty page afterwards. */

configure({ asyncUtilTimeout: 30_000 });

await i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: false,
  resources: { en: { ...en, noun: nouns('en') }, zh: { ...zh, noun: nouns('zh') }, ja: { ...ja, noun: nouns('ja') } },
  ns: [...Object.keys(en), 'noun'],
  defaultNS: 'shell',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

// The tests of a file share their document: each leaves it as it found it.
afterEach(async () => {
  cleanup();
  await emptyPage();
});
