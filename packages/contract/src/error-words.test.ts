import { describe, expect, test } from 'vitest';
import { ERRORS, FIELD_ERRORS } from './errors.ts';
import type { Text } from './text.ts';

/** What people are told when something is refused: in their words, with a reason or a next step, in three languages. */

const WORDS: readonly (readonly [code: string, text: Text])[] = [
  ...Object.entries(ERRORS).map(([code, { text }]) => [code, text] as const),
  ...Object.entries(FIELD_ERRORS),
];
const PARAM = /\{\w+\}/g;
/** Ends on that it failed, and says no more. */
const BARE = /(?:\bfail(?:ed|s|ure)?|失败|失敗(?:しました|です)?)[.。]?$/i;
/** Says what is wrong and not what would be right. */
const GENERIC = /wrong type|类型不正确|型が違います/;

describe.each(WORDS)('%s', (code, text) => {
  test.each(Object.entries(text))('is said in words (%s)', (_language, sentence) => {
    const plain = sentence.replace(PARAM, '…');
    // `{detail}` alone passes on what another answered.
    if (plain === '…') return;
    expect(plain.toLowerCase()).not.toBe(code);
    expect(plain, 'a word from the wire').not.toMatch(/[a-z0-9]_[a-z0-9]/i);
    expect(plain, 'no reason and no next step').not.toMatch(BARE);
    expect(plain).not.toMatch(GENERIC);
    expect(plain, 'a sentence').toMatch(/[.。…]$/);
  });

  test('names the same values in all languages', () => {
    const named = Object.values(text).map((sentence) => [...sentence.matchAll(PARAM)].map(String).sort());
    for (const one of named) expect(one).toEqual(named[0]);
  });
});

/** Refusals of a value that is no such thing: each says of which form it would be. */
test.each(Object.entries(FIELD_ERRORS).filter(([code]) => /^(?:invalid_|not_a)/.test(code)))(
  '%s says what is accepted',
  (_code, { en }) => {
    expect(en).toMatch(/expected (?:here|for)|\b(?:Write|Use|Give|Look|Paste|Choose|Begin)\b|choices|named by|None of these/);
  },
);
