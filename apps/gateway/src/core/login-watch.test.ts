import { afterEach, expect, test } from 'vitest';
import { type AnsweringCore, type Answers, startAnswers } from '../../test/answering-core.ts';
import { createLoginWatch } from './login-watch.ts';

let core: AnsweringCore | undefined;
afterEach(() => core?.stop());

async function watching(answer: Answers) {
  core = await startAnswers(answer);
  const warned: string[] = [];
  const lost: string[] = [];
  const watch = createLoginWatch(core.client, { warn: (_data, note) => warned.push(note) });
  const follow = (user: string, login: string | undefined) => watch.follow(user, login, () => lost.push(`${user} ${login}`));
  return { watch, warned, lost, follow, calls: core.calls };
}

test('a login that was ended while the core was away is lost as soon as the core is there, once, and nobody else’s', async () => {
  const { watch, warned, lost, follow, calls } = await watching((_call, all) =>
    all.length === 1 ? { status: 503 } : { status: 200, body: { first: false, second: true } },
  );
  follow('ann', 'first');
  follow('ann', 'second');
  follow('bob', 'third');
  follow('ann', undefined);
  watch.ended('ann');
  await expect.poll(() => lost).toEqual(['ann first']);
  expect([calls.length, warned.length]).toEqual([2, 1]);
  expect(String(calls.at(-1)?.body)).not.toContain('third');
  watch.stop();
});

test('who is told of while the core answers is asked about next, and who has left is not', async () => {
  const told: string[] = [];
  const tell: ((user: string) => void)[] = [];
  const { watch, lost, follow, calls } = await watching((_call, all) => {
    if (all.length === 1) for (const user of told) for (const one of tell) one(user);
    return { status: 200, body: { first: true, second: false, third: false } };
  });
  tell.push(watch.ended);
  told.push('bob', 'cyd');
  follow('ann', 'first');
  follow('bob', 'second');
  follow('cyd', 'third')();
  watch.ended('ann');
  await expect.poll(() => lost).toEqual(['bob second']);
  expect(calls).toHaveLength(2);
  watch.stop();
});
