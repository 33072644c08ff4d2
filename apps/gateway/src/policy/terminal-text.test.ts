import { workOf } from '@postern/testkit/work';
import { describe, expect, it } from 'vitest';
import { createEchoReader } from './echo-reader.ts';
import { cutAtEnter, EMPTY_LINE, enterAt, typeKeys } from './line-editor.ts';
import { plainText } from './plain-text.ts';
import { followScreen, NORMAL_SCREEN } from './screen-mode.ts';

describe('typeKeys', () => {
  const type = (...runs: string[]) => runs.reduce(typeKeys, EMPTY_LINE);
  it('follows plain editing keys', () => {
    expect(type('ecko', '\x7f\x7f', 'ho hi')).toEqual({ text: 'echo hi', exact: true });
    expect(type('rm -rf /', '\x15', 'ls')).toEqual({ text: 'ls', exact: true });
    expect(type('git commit now', '\x17', 'later')).toEqual({ text: 'git commit later', exact: true });
    expect(type('a🚪', '\x7f')).toEqual({ text: 'a', exact: true });
    expect(type('ls a  b  ', '\x17', 'c')).toEqual({ text: 'ls a  c', exact: true });
    expect(type('rm', '\x03', 'ls')).toEqual({ text: 'ls', exact: true });
    expect(type('\x1b[200~pasted\x1b[201~')).toEqual({ text: 'pasted', exact: true });
  });
  it('knows when it cannot know', () => {
    for (const key of ['\x1b[A', '\t', '\x12', '\x19', '\x01']) expect(type('x', key).exact).toBe(false);
    expect(type('y'.repeat(5000))).toMatchObject({ exact: false });
  });
});

describe('a paste made to keep the process busy', () => {
  it.each([
    ['characters taken back', 'x'.repeat(500_000) + '\x7f'.repeat(500_000)],
    ['one character taken back again and again', 'x'.repeat(4_000) + 'y\x7f'.repeat(250_000)],
    ['words taken back', `${'x'.repeat(4_000)} ${'y\x17'.repeat(250_000)}`],
    ['wide characters taken back', '🚪'.repeat(250_000) + '\x7f'.repeat(250_000)],
  ])('%s', async (_what, keys) => {
    expect(await workOf(() => typeKeys(EMPTY_LINE, keys))).toBeLessThan(3_000);
  });

  it('reads a line that fills the emulator, once, and says that its beginning is gone', async () => {
    const reader = createEchoReader();
    const read = await reader.read({ cols: 80, rows: 24, prompt: Buffer.from('$ '), echo: Buffer.from('x'.repeat(60_000)) });
    expect(read.whole).toBe(false);
    expect(read.text.length).toBeLessThanOrEqual(80 * 224);
    expect(await reader.read({ cols: 80, rows: 24, prompt: Buffer.from('$ '), echo: Buffer.from('ls') })).toMatchObject({
      text: 'ls',
      whole: true,
    });
  });
});

describe('cutAtEnter', () => {
  const cut = (text: string) => cutAtEnter(Buffer.from(text)).map((piece) => [piece.keys.toString(), piece.enter]);
  it('cuts after each kind of Enter and loses nothing', () => {
    expect(cut('a\rb\r\nc\nd')).toEqual([
      ['a\r', true],
      ['b\r\n', true],
      ['c\n', true],
      ['d', false],
    ]);
    expect(cut('\x0f')).toEqual([['\x0f', true]]);
    expect(cut('')).toEqual([]);
  });
  it('says where the Enter begins', () => {
    expect(enterAt(Buffer.from('ab\r\n'))).toBe(2);
    expect(enterAt(Buffer.from('\r'))).toBe(0);
  });
});

describe('followScreen', () => {
  const follow = (...chunks: string[]) => chunks.reduce((mode, chunk) => followScreen(mode, Buffer.from(chunk, 'latin1')), NORMAL_SCREEN);
  it('sees programs take and leave the screen', () => {
    expect(follow('\x1b[?1049h\x1b[H').alternate).toBe(true);
    expect(follow('\x1b[?1049h', 'text', '\x1b[?1049l').alternate).toBe(false);
    expect(follow('\x1b[?1;1049h').alternate).toBe(true);
    expect(follow('\x1b[?47h', '\x1bc').alternate).toBe(false);
    expect(follow('\x1b[?2004h').alternate).toBe(false);
  });
  it('sees it across any cut', () => {
    const text = '..\x1b[?1049h..';
    for (let at = 1; at < text.length; at += 1) expect(follow(text.slice(0, at), text.slice(at)).alternate).toBe(true);
    expect(follow(...'\x1b[?1049h').alternate).toBe(true);
  });
  it('forgets an escape that leads nowhere', () => {
    expect(follow('\x1b[', 'x'.repeat(100)).carry).toBe('');
  });
});

describe('plainText', () => {
  it('leaves only what is read', () => {
    expect(plainText('\x1b[1;32muser\x1b[0m\x1b]0;title\x07$ ls\r\n\x1b[?2004hab\b\bc\x00')).toBe('user$ ls\nc');
    expect(plainText('\x1b]0;never ends')).toBe('');
  });
});

describe('createEchoReader', () => {
  const reader = createEchoReader();
  const read = (prompt: string, echo: string, size = { cols: 40, rows: 10 }) =>
    reader.read({ ...size, prompt: Buffer.from(prompt), echo: Buffer.from(echo) });

  it('reads what the editor made of the keys', async () => {
    expect(await read('\x1b[32mweb\x1b[0m$ ', 'echo one\b\b\b\x1b[1@X')).toEqual({
      prompt: 'web$ ',
      text: 'echo Xone',
      prompted: true,
      whole: true,
    });
  });
  it('reads a line replaced from the history', async () => {
    expect((await read('web$ ', 'first command\r\x1b[5Cls\x1b[K')).text).toBe('ls');
  });
  it('joins a wrapped line', async () => {
    expect((await read('web$ ', `echo ${'x'.repeat(60)} end`)).text).toBe(`echo ${'x'.repeat(60)} end`);
  });
  it('finds the line again under a list of completions and after a cleared screen', async () => {
    expect((await read('web$ ', 'ls /e\x07\r\netc  end\r\nweb$ ls /etc')).text).toBe('ls /etc');
    expect((await read('web$ ', 'ls\x1b[H\x1b[2Jweb$ ls -l')).text).toBe('ls -l');
  });
  it('leaves out a prompt at the right margin', async () => {
    expect((await read('web$ \x1b[s\x1b[20C12:34\x1b[u', 'ls')).text).toBe('ls');
  });
  it('keeps sessions apart', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => read(`p${n}$ `, `command ${n}`, { cols: 20 + n, rows: 5 })));
    expect(answers.map((answer) => answer.text)).toEqual(answers.map((_, n) => `command ${n}`));
  });
});
