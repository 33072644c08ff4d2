import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';
import { nouns } from '../i18n/nouns.ts';
import * as en from '../locale/en/index.ts';
import * as ja from '../locale/ja/index.ts';
import * as zh from '../locale/zh/index.ts';
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

// CodeMirror measures its text some frames later, whether a test still looks or not.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
// Nothing is saved and no page is left: jsdom can do neither, and says so each time.
const press = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function click() {
  this.addEventListener('click', (event) => event.preventDefault(), { once: true });
  press.call(this);
};

// The tests of a file share their document: each leaves it as it found it.
afterEach(async () => {
  cleanup();
  await emptyPage();
});
