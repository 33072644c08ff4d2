import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { draw, seen, serve } from '../test/draw.tsx';
import { CommandList } from './CommandList.tsx';

const row = (n: number, risk: number) => ({
  id: String(n),
  input: `command ${n}`,
  timestamp: 1000 + n,
  risk_level: { value: risk, label: `Risk ${risk}` },
});

/** The end of the list comes into sight when a test says so. */
const watching: (() => void)[] = [];
class Sight {
  constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
    watching.push(() => seen([{ isIntersecting: true }]));
  }
  observe(): void {}
  disconnect(): void {}
}

test('commands are loaded 30 at a time until all are there, and a click goes to where one was typed', async () => {
  vi.stubGlobal('IntersectionObserver', Sight);
  const asked = serve({
    'GET terminal/commands/': ({ query }) => {
      const offset = Number(query.get('offset'));
      return { count: 40, results: Array.from({ length: Math.min(30, 40 - offset) }, (_, at) => row(offset + at, at === 0 ? 4 : 0)) };
    },
  });
  const jumps: number[] = [];
  const box = await draw(<CommandList session="s" start={1000} position={5} onJump={(seconds) => jumps.push(seconds)} />);
  const shown = () => box.querySelectorAll('.pt-command').length;
  await seen(() => expect(shown()).toBe(30));
  expect(box.querySelector('h2')?.textContent).toContain('40');
  await act(async () => watching.at(-1)?.());
  await seen(() => expect(shown()).toBe(40));
  // All are here: nothing is left to be scrolled to, and nothing more is asked for.
  expect(box.querySelector('.pt-commands-more')).toBeNull();
  expect(asked.map(({ query }) => [query.get('offset'), query.get('limit')])).toEqual([
    ['0', '30'],
    ['30', '30'],
  ]);
  expect(box.querySelector('.pt-command--current code')?.textContent).toBe('command 5');
  expect([...box.querySelectorAll('.pt-risk')].map((mark) => mark.getAttribute('title'))).toEqual(['Risk 4', 'Risk 4']);
  await act(async () => (box.querySelectorAll('.pt-command')[7] as HTMLElement).click());
  expect(jumps).toEqual([7]);
});

test('a recording without commands has no list', async () => {
  const asked = serve({ 'GET terminal/commands/': () => ({ count: 0, results: [] }) });
  const box = await draw(<CommandList session="s" start={0} position={0} onJump={() => undefined} />);
  await seen(() => expect(asked).toHaveLength(1));
  expect(box.querySelector('aside')).toBeNull();
});
