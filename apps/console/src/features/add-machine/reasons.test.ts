import type { LoginTried } from '@postern/client/api.gen';
import { expect, test } from 'vitest';
import { machine as en } from '../../locale/en/machine.ts';
import { machine as ja } from '../../locale/ja/machine.ts';
import { machine as zh } from '../../locale/zh/machine.ts';

/** Every reason that the server tells: one that is added there has no words here until it stands in this list and in the three languages. */
const REASONS: Record<Exclude<LoginTried['reason'], ''>, true> = {
  no_such_name: true,
  closed_port: true,
  no_route: true,
  no_answer: true,
  unreachable: true,
  host_key: true,
  wrong_password: true,
  key_refused: true,
  unreadable_key: true,
  no_login_answer: true,
  no_ssh: true,
  algorithms: true,
};

test.each(Object.entries({ en, zh, ja }))('each reason of a failed login has its words and its remedy (%s)', (_language, words) => {
  const texts = [words.reason, words.remedy] as const;
  for (const of of texts) {
    expect(Object.keys(of).sort()).toEqual(Object.keys(REASONS).sort());
    expect(new Set(Object.values(of)).size).toBeGreaterThan(Object.keys(REASONS).length - 2);
  }
  expect(words.offers).toMatch(/\{\{ours\}\}.*\{\{theirs\}\}/);
});
