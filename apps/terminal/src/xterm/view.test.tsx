import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULTS } from './preferences.ts';
import { createTerminalView, type TerminalView } from './view.ts';

/** A terminal as the page makes it, and what it says that was typed. */
function terminal(): {
  view: TerminalView;
  typed: [text: string, byHand: boolean][];
  begun: string[];
  links: string[];
  found: { index: number; count: number }[];
  box: HTMLElement;
  press: (key: string, code: number) => void;
} {
  const typed: [string, boolean][] = [];
  const begun: string[] = [];
  const links: string[] = [];
  const found: { index: number; count: number }[] = [];
  const box = document.body.appendChild(document.createElement('div'));
  const view = createTerminalView(box, DEFAULTS, {
    onType: (text, byHand) => typed.push([text, byHand]),
    onBytes: () => undefined,
    onResize: () => undefined,
    onPaste: () => undefined,
    onSearch: () => undefined,
    onTransfer: (kind) => begun.push(kind),
    onLink: (address) => links.push(address),
    onSearchResults: (results) => found.push(results),
    rights: () => ({ copy: true, paste: true }),
    onRefused: () => undefined,
  });
  onTestFinished(() => view.dispose());
  const press = (key: string, keyCode: number): void => {
    const area = box.querySelector('textarea') as HTMLTextAreaElement;
    area.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }));
  };
  return { view, typed, begun, links, found, box, press };
}
const written = (view: TerminalView, text: string): Promise<void> =>
  new Promise((done) =>
    view.write(
      Uint8Array.from(text, (one) => one.charCodeAt(0)),
      done,
    ),
  );

test('what a person types is told apart from what the terminal answers by itself', async () => {
  const { view, typed, press } = terminal();
  press('ArrowUp', 38);
  press('Enter', 13);
  // Its type, where its cursor is, whether it is well, its colours.
  await written(view, '\u001b[c\u001b[6n\u001b[5n\u001b]11;?\u0007');
  press('F3', 114);
  await vi.waitFor(() => expect(typed.length).toBeGreaterThanOrEqual(6));
  expect(typed.filter(([, byHand]) => byHand).map(([text]) => text)).toEqual(['\u001b[A', '\r', '\u001bOR']);
  expect(typed.filter(([, byHand]) => !byHand).length).toBeGreaterThanOrEqual(3);
});

test('an answer between two keys is neither of them', async () => {
  const { view, typed, press } = terminal();
  press('F3', 114);
  await written(view, '\u001b[6n');
  press('F3', 114);
  expect(typed.map(([, byHand]) => byHand)).toEqual([true, false, true]);
});

test('a transfer that begins in the output is told', async () => {
  const { view, begun } = terminal();
  await written(view, 'rz\r**\u0018B0100000023be50\r\n');
  expect(begun).toEqual(['upload']);
});

test('a search finds what has scrolled away, both ways, and says which of how many it is', async () => {
  const { view, found } = terminal();
  await written(view, Array.from({ length: 400 }, (_, n) => `line ${n}${n % 100 === 7 ? ' needle' : ''}`).join('\r\n'));
  const last = () => found.at(-1);
  view.search('needle', false);
  await vi.waitFor(() => expect(last()?.count).toBe(4));
  const first = last()?.index as number;
  expect(view.selection()).toBe('needle');
  view.search('needle', false);
  await vi.waitFor(() => expect(last()?.index).toBe((first + 1) % 4));
  view.search('needle', true);
  await vi.waitFor(() => expect(last()?.index).toBe(first));
  view.search('is not there', false);
  await vi.waitFor(() => expect(last()?.count).toBe(0));
  // Words are words: nothing that was typed here is a pattern.
  view.search('n.edle', false);
  await vi.waitFor(() => expect(view.selection()).toBe(''));
  expect(last()?.count).toBe(0);
});
