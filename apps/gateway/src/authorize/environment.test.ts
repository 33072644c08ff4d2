import { describe, expect, it } from 'vitest';
import { passedOn } from './environment.ts';

const secret = (accept_env?: unknown) =>
  ({ protocol: 'ssh', platform: { protocols: [{ name: 'ssh', setting: accept_env === undefined ? null : { accept_env } }] } }) as never;

describe('passedOn', () => {
  it('lets the language through where nothing is listed, and nothing else', () => {
    const sent = { LANG: 'C', LC_ALL: 'C', LC_TIME: 'de_DE', COLORTERM: 'truecolor', DEPLOY_ENV: 'x', LANGUAGE: 'de' };
    expect(passedOn(secret(), sent)).toEqual({ LANG: 'C', LC_ALL: 'C', LC_TIME: 'de_DE', COLORTERM: 'truecolor' });
  });

  it('lets through what the platform lists, by name or beginning, in the order in which it came', () => {
    const sent = { ZED: '1', DEPLOY_ENV: '2', DEPLOY: '3', LANG: 'C' };
    expect(Object.entries(passedOn(secret('DEPLOY_*, ZED'), sent))).toEqual([
      ['ZED', '1'],
      ['DEPLOY_ENV', '2'],
    ]);
    expect(passedOn(secret(''), sent)).toEqual({});
    expect(passedOn(secret(7), sent)).toEqual({});
  });

  it.each(['PATH', 'LD_PRELOAD', 'BASH_ENV', 'BASH_FUNC_ls%%', 'ENV', 'SSH_AUTH_SOCK', 'SSH_ORIGINAL_COMMAND', 'IFS', 'PROMPT_COMMAND'])(
    'never lets %s through',
    (name) => {
      expect(passedOn(secret(`* ${name} L* P* B* S* E* I*`), { [name]: '/tmp/x' })).toEqual({});
    },
  );

  it('bounds names, values and how many there are', () => {
    expect(passedOn(secret('A*'), { 'A B': '1', [`A${'x'.repeat(64)}`]: '1', A1: 'x'.repeat(4097), A2: 'a\0b' })).toEqual({});
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`A${n}`, 'x']));
    expect(Object.keys(passedOn(secret('A*'), many))).toHaveLength(64);
  });
});
