import { describe, expect, it } from 'vitest';
import { createLogin, loginPlan } from './login.ts';

type Asked = Parameters<typeof loginPlan>[0];

/** A plan for `ops` with a password; `setting` is that of the platform. */
function plan(
  setting: Record<string, unknown> | null = null,
  config: Record<string, unknown> = {},
  secret = 'open sesame',
  username = 'ops',
) {
  const platform = { protocols: [{ name: 'telnet', setting }] };
  return loginPlan({
    grant: { secret: { protocol: 'telnet', platform } },
    machine: { account: { username, secret } },
    config,
  } as unknown as Asked);
}

const NAME = { type: 'ops', secret: false };
const SECRET = { type: 'open sesame', secret: true };

describe('a log-in by prompts', () => {
  it('answers each question once, and is in when a prompt stands still', () => {
    const login = createLogin(plan());
    expect(login.take('Debian GNU/Linux 12\r\n\r\nbox login: ')).toEqual(NAME);
    expect(login.take('ops\r\nPassword: ')).toEqual(SECRET);
    expect(login.answered()).toBe(true);
    expect(login.take('\r\nLast login:')).toBeUndefined();
    expect(login.take(' Mon Nov 23\r\nops@box:~$ ')).toBeUndefined();
    expect(login.quiet()).toBe('in');
  });

  it('is not done by anything that is no prompt of the platform', () => {
    const login = createLogin(plan());
    login.take('login: ');
    expect(login.quiet()).toBeUndefined();
    login.take('Password: ');
    login.take('\r\n');
    expect(login.quiet()).toBeUndefined();
    login.take('Choose [1-9]: ');
    expect(login.quiet()).toBeUndefined();
  });

  it('is refused when the target asks again', () => {
    const login = createLogin(plan());
    login.take('login: ');
    login.take('Password: ');
    expect(login.take('\r\nLogin incorrect\r\nbox login: ')).toBeUndefined();
    expect(login.quiet()).toBe('refused');
  });

  it('reads questions in pieces, in colour and in any case', () => {
    const login = createLogin(plan());
    expect(login.take('USER')).toBeUndefined();
    expect(login.take('NAME')).toBeUndefined();
    expect(login.take('\x1b[1m:\x1b[0m ')).toEqual(NAME);
    expect(login.take('PASSCODE:')).toEqual(SECRET);
  });

  it('takes words inside of a line for no question', () => {
    const login = createLogin(plan());
    expect(login.take('This login: is watched. Password: required.\r\n')).toBeUndefined();
    expect(login.quiet()).toBeUndefined();
  });

  it('asks by the patterns of the platform', () => {
    const login = createLogin(plan({ username_prompt: 'who are you\\?', password_prompt: 'prove it', success_prompt: 'menu>>' }));
    expect(login.take('login: ')).toBeUndefined();
    expect(login.take('\r\nWho are you? ')).toEqual(NAME);
    expect(login.take('\r\nProve it ')).toEqual(SECRET);
    login.take('\r\n$ ');
    expect(login.quiet()).toBeUndefined();
    login.take('\r\nMENU>> ');
    expect(login.quiet()).toBe('in');
  });

  it('takes the pattern of the settings for the end of a log-in', () => {
    const login = createLogin(plan(null, { TERMINAL_TELNET_REGEX: 'welcome' }));
    login.take('login: ');
    login.take('Password: ');
    login.take('\r\nWelcome');
    expect(login.quiet()).toBe('in');
  });

  it('leaves questions to the person where there is no secret', () => {
    const login = createLogin(plan(null, {}, ''));
    expect(login.take('login: ')).toEqual(NAME);
    expect(login.take('Password: ')).toBe('in');
  });

  it('keeps no line without an end', () => {
    const login = createLogin(plan());
    for (let piece = 0; piece < 100; piece += 1) expect(login.take('x'.repeat(10_000))).toBeUndefined();
    expect(login.take('login: ')).toEqual(NAME);
  });

  it('types one line, whatever name or secret say, and no pattern that cannot be read', () => {
    expect(() => plan(null, {}, 'a\rreboot')).toThrow('protocol_error');
    expect(() => plan(null, {}, 'a', 'ops\nreboot')).toThrow('protocol_error');
    expect(() => plan({ password_prompt: '(' })).toThrow('protocol_error');
  });
});
