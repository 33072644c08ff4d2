import { describe, expect, it } from 'vitest';
import { keySteps } from './key-steps.ts';

const cut = (keys: string) => keySteps(keys).map((step) => step.keys);

describe('keys, cut into steps', () => {
  it('keep plain text together, with what every line editor does alike and the marks of a paste', () => {
    for (const keys of ['ls -la', 'lx\x7fs', 'one two\x17\x15ls', '\x1b[200~ls -la\x1b[201~', 'gr\xc3\xbcn'])
      expect(keySteps(keys)).toEqual([{ keys, special: false, brings: false }]);
  });

  it('have each key with an effect of its own by itself, and lose nothing', () => {
    expect(cut('ls\t-la')).toEqual(['ls', '\t', '-la']);
    expect(cut('\x1b[A\x1b[1;5C\x1bOP\x1bf\x1b')).toEqual(['\x1b[A', '\x1b[1;5C', '\x1bOP', '\x1bf', '\x1b']);
    expect(cut('\x12mark\x07')).toEqual(['\x12', 'mark', '\x07']);
    const all = Array.from({ length: 256 }, (_, code) => `a\x1b${String.fromCharCode(code)}b${String.fromCharCode(code)}`).join('');
    expect(cut(all).join('')).toBe(all);
  });

  it('know which of them may bring up text: completion and history, but not the cursor and reports of a terminal', () => {
    const brings = (keys: string) => keySteps(keys).map((step) => step.brings);
    for (const key of ['\t', '\x10', '\x0e', '\x12', '\x19', '\x1b[A', '\x1bOB', '\x1b[1;5A', '\x1b[5~', '\x1b.', '\x1b'])
      expect(brings(key)).toEqual([true]);
    for (const key of ['\x01', '\x05', '\x1b[D', '\x1b[H', '\x1b[3~', '\x1b[I', '\x1b[<0;3;4M', '\x1b[24;80R'])
      expect(brings(key)).toEqual([false]);
  });
});
