import { act } from 'react';
import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { KeyBar } from './KeyBar.tsx';
import { type Touch, useTouch } from './useTouch.ts';

function Page({ sent, onTouch }: { sent: string[]; onTouch: (touch: Touch) => void }) {
  const touch = useTouch();
  onTouch(touch);
  return (
    <KeyBar
      modifiers={touch.modifiers}
      onKey={(key) => sent.push(touch.sequenceOf(key, false))}
      onText={(text) => sent.push(touch.changeTyped(text))}
    />
  );
}

/** A bar, and what its keys send. */
async function bar() {
  const sent: string[] = [];
  let touch: Touch | undefined;
  const box = await draw(
    <Page
      sent={sent}
      onTouch={(now) => {
        touch = now;
      }}
    />,
  );
  const button = (name: string): HTMLElement => {
    const found = [...box.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === name);
    if (!found) throw new Error(`no key ${name}`);
    return found;
  };
  const tap = (name: string): Promise<void> => act(async () => button(name).click());
  return { sent, tap, button, type: (text: string) => act(async () => void sent.push((touch as Touch).changeTyped(text))) };
}

test('a modifier that is tapped once is for the next key, tapped twice for all, tapped again for none', async () => {
  const { sent, tap, button, type } = await bar();
  await tap('Ctrl');
  expect(button('Ctrl').getAttribute('aria-pressed')).toBe('true');
  await type('c');
  expect(button('Ctrl').getAttribute('aria-pressed')).toBe('false');
  await type('c');
  await tap('Ctrl');
  await tap('Ctrl');
  expect(button('Ctrl, locked').getAttribute('aria-pressed')).toBe('true');
  await type('a');
  await tap('Left arrow');
  await tap('Ctrl, locked');
  await tap('Left arrow');
  expect(sent).toEqual(['\u0003', 'c', '\u0001', '\u001b[1;5D', '\u001b[D']);
});

test('two keys before the page is drawn again are not both held', async () => {
  const { sent, tap, button } = await bar();
  await tap('Alt');
  await act(async () => {
    button('|').click();
    button('|').click();
  });
  expect(sent).toEqual(['\u001b|', '|']);
});

test('the keys leave the focus where it is', async () => {
  const { button } = await bar();
  const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
  button('Esc').dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
});
