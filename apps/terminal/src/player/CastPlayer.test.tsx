import { act } from 'react';
import { expect, test } from 'vitest';
import { draw, seen, type } from '../test/draw.tsx';
import { CastPlayer } from './CastPlayer.tsx';
import { wholeRecording } from './cast.ts';

const cast = wholeRecording({
  cols: 40,
  rows: 5,
  start: 0,
  duration: 60,
  truncated: false,
  screen: '',
  events: [
    { time: 1, kind: 'o', data: 'first line\r\n' },
    { time: 30, kind: 'o', data: 'needle here\r\n' },
    { time: 60, kind: 'o', data: 'last line\r\n' },
  ],
});
const commands = [
  { at: 20, input: 'one' },
  { at: 40, input: 'two' },
];

async function player(startAt?: number) {
  const positions: number[] = [];
  const box = await draw(
    <CastPlayer cast={cast} palette="" startAt={startAt} commands={commands} onPosition={(at) => positions.push(at)} />,
  );
  const key = (pressed: string): Promise<void> =>
    act(async () => {
      (document.activeElement ?? box).dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
    });
  const at = (): number => positions.at(-1) ?? -1;
  const reach = (seconds: number): Promise<void> => seen(() => expect(at()).toBe(seconds));
  const button = (name: string): HTMLElement | null => box.querySelector(`button[aria-label="${name}"]`);
  return { box, key, at, reach, button };
}

test('the last screen stands there until it is played from the start', async () => {
  const { at, button, key } = await player();
  await seen(() => expect(document.querySelector('.xterm-rows')?.textContent).toContain('last line'));
  expect([at(), button('Watch from the start') !== null]).toEqual([0, true]);
  await key(' ');
  expect(button('Watch from the start')).toBeNull();
  await seen(() => expect(button('Pause')).not.toBeNull());
  expect(at()).toBeLessThan(30);
});

test('one that is opened at a moment plays from there', async () => {
  const { button, at } = await player(25);
  await seen(() => expect([at() >= 25, button('Pause') !== null]).toEqual([true, true]));
  expect(button('Watch from the start')).toBeNull();
});

test('keys go to the ends and from command to command, which are marked on the bar', async () => {
  const { box, key, reach } = await player();
  expect([...box.querySelectorAll('.pt-marks span')].map((mark) => mark.getAttribute('title'))).toEqual(['0:20 one', '0:40 two']);
  await key('End');
  await reach(60);
  await key('p');
  await reach(35);
  await key('p');
  await reach(15);
  await key('n');
  await reach(35);
  await key('Home');
  await reach(0);
  await key('ArrowRight');
  await reach(5);
});

test('a search goes to where the text was shown, and its letters are no keys of the player', async () => {
  const { box, key, reach } = await player();
  await key('/');
  const field = box.querySelector<HTMLInputElement>('.pt-find input') as HTMLInputElement;
  await type(field, 'NEEDLE');
  await reach(30);
  await seen(() => expect(box.querySelector('.pt-search-places')?.textContent).toBe('1/1'));
  field.focus();
  await key('n');
  await key('Escape');
  expect(box.querySelector('.pt-find')).toBeNull();
  await reach(30);
});
