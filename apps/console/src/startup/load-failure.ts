import { render, text } from '@postern/contract/text';
import { currentLanguage } from '../i18n/language.ts';

/** Said when the code that holds all other words did not arrive; so they come with the start. */
const WORDS = {
  title: text('This page could not be loaded', '页面无法加载', 'ページを読み込めませんでした'),
  why: text(
    'Part of it did not arrive. Check the connection and load it again.',
    '部分内容没有送达，请检查网络后重新加载。',
    '一部が届きませんでした。接続を確認して読み込み直してください。',
  ),
  again: text('Load again', '重新加载', '読み込み直す'),
};

/** Takes the place of a page whose code did not arrive, which would stay blank for ever. Drawn without that code. */
export function showLoadFailure(): void {
  const { id, tag } = currentLanguage();
  document.documentElement.lang = tag;
  const part = (name: string, className: string, words: keyof typeof WORDS): HTMLElement => {
    const element = document.createElement(name);
    element.className = className;
    element.textContent = render(WORDS[words], id);
    return element;
  };
  const main = document.createElement('main');
  main.className = 'p-empty';
  const button = part('button', 'p-box plain-button', 'again');
  button.addEventListener('click', () => location.reload());
  main.append(part('h1', 'p-empty__title', 'title'), part('p', 'p-empty__text', 'why'), button);
  document.getElementById('root')?.replaceChildren(main);
}
