import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSharedQuestion } from './shared-question.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function asking(answers: () => Promise<string> = async () => 'yes') {
  const shared = createSharedQuestion<string>();
  const found = { asked: 0 };
  const ask = (about: string, age = 10_000) =>
    shared(about, Date.now() - age, () => {
      found.asked += 1;
      return answers();
    });
  return { found, ask };
}

test('one question is for all who ask the same, as long as its answer is young enough for them', async () => {
  const { found, ask } = asking();
  expect(await Promise.all([ask('one'), ask('one'), ask('other')])).toEqual(['yes', 'yes', 'yes']);
  expect(found.asked).toBe(2);
  vi.advanceTimersByTime(10_000);
  await ask('one');
  expect(found.asked).toBe(2);
  vi.advanceTimersByTime(1);
  await Promise.all([ask('one'), ask('one')]);
  expect(found.asked).toBe(3);
});

test('who has heard that something changed is not told what was asked before', async () => {
  const { found, ask } = asking();
  await ask('one');
  vi.advanceTimersByTime(1);
  await ask('one', 0);
  expect(found.asked).toBe(2);
});

test('what could not be answered fails for those who waited, and is asked again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('yes')];
  const { found, ask } = asking(() => answers.shift() as Promise<string>);
  const both = await Promise.allSettled([ask('one'), ask('one')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('one')).toBe('yes');
  expect(found.asked).toBe(2);
});
