import { expect, test } from 'vitest';
import { answered, until, within } from './until.ts';

const never = () => new Promise<true>(() => undefined);

test('a look that is never answered does not hold up who looks', async () => {
  expect(await within(60, never)).toBeUndefined();
});

test('who asks once hears the answer, the refusal, or that none came', async () => {
  expect(await answered(10_000, () => 'here')).toBe('here');
  await expect(answered(10_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await answered(20, never)).toBeUndefined();
});

test('an error while looking counts as not yet', async () => {
  let looks = 0;
  const found = await until('the third look', 0, () => {
    looks += 1;
    if (looks < 3) throw new Error('not yet');
    return looks;
  });
  expect(found).toBe(3);
});
