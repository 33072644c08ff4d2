import { expect, test } from 'vitest';
import { createPhases } from './phases.ts';

function start(live: boolean) {
  let text = '';
  let now = 0;
  const phases = createPhases({ live, write: (more) => (text += more) }, () => now);
  return { phases, pass: (ms: number) => (now += ms), text: () => text };
}

test('without a terminal there is a line for the beginning and one for the end, with its seconds and how far it came', () => {
  const { phases, pass, text } = start(false);
  phases.begin('Database');
  pass(1_234);
  phases.begin('Migrations');
  phases.at('1 of 3');
  phases.line('server | hello');
  phases.at('3 of 3');
  pass(200);
  phases.done();
  phases.done();
  expect(text()).toBe('… Database\n✓ Database (1.2 s)\n… Migrations\nserver | hello\n✓ Migrations: 3 of 3 (0.2 s)\n');
});

test('on a terminal one line is rewritten, and what others say stands above it', () => {
  const { phases, pass, text } = start(true);
  phases.begin('Migrations');
  pass(2_000);
  phases.at('2 of 3');
  phases.line('server | hello');
  phases.failed();
  // What a terminal shows: what stands before the last return to the beginning of a line is gone.
  const shown = text()
    .split('\n')
    .map((line) => line.split('\r\u001b[2K').at(-1));
  expect(shown).toEqual(['server | hello', '✗ Migrations: 2 of 3 (2.0 s)', '']);
  expect(text()).toContain('… Migrations: 2 of 3 (2 s)');
});
