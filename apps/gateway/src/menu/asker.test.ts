import { until } from '@postern/testkit/until';
import { expect, test } from 'vitest';
import { createAsker } from './asker.ts';
import type { Question } from './model.ts';

const search = (id: number, query: string): Question => ({
  ask: 'assets',
  list: 'search',
  id,
  scope: { of: 'all' },
  query,
  page: 0,
  limit: 50,
});

test('a slow core has one question of a kind; of those that come meanwhile the newest is asked', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const asker = createAsker((question) => {
    asked.push(question.ask === 'assets' ? question.query : question.ask);
    return new Promise((resolve) => answers.push(resolve));
  });
  asker.ask(search(1, 'w'), false);
  for (const query of ['we', 'web', 'web-1']) asker.ask(search(2, query), true);
  asker.ask({ ask: 'recent', id: 3 }, false);
  expect(asked).toEqual(['w', 'recent']);
  answers[0]?.();
  await until('the next question', 5_000, () => asked.length === 3);
  expect(asked[2]).toBe('web-1');
});

test('what was asked before it was forgotten is answered no more', async () => {
  let asked = 0;
  const current: (() => boolean)[] = [];
  const asker = createAsker(async (_, still) => {
    asked += 1;
    current.push(still);
  });
  asker.ask(search(1, ''), false);
  asker.ask(search(2, 'typed'), true);
  asker.forget();
  asker.ask(search(3, 'after'), false);
  await until('the question after', 5_000, () => asked === 2);
  expect(current.map((still) => still())).toEqual([false, true]);
});
