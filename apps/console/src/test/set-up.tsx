import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';
import { nouns } from '../i18n/nouns.ts';
import { words as en } from '../locale/en/index.ts';
import { words as ja } from '../locale/ja/index.ts';
import { words as zh } from '../locale/zh/index.ts';

/** What every component test needs: the words of all languages, and the parts of a browser that jsdom has no layout for. */

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

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}
globalThis.ResizeObserver ??= Observer;
globalThis.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver;
window.matchMedia ??= (query: string) =>
  ({
    // A wide window, and nothing moves: what fades in would not be visible yet.
    matches: /min-width|prefers-reduced-motion: reduce/.test(query),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;
Element.prototype.scrollIntoView ??= () => undefined;
// CodeMirror measures its text some frames later, whether a test still looks or not.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
// jsdom answers styles of pseudo elements with a complaint; Ant Design asks them for the width of scroll bars.
const styles = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => styles(element);

// Nothing is saved and no page is left: jsdom can do neither, and says so each time.
const press = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function click() {
  this.addEventListener('click', (event) => event.preventDefault(), { once: true });
  press.call(this);
};

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});
