import { describe, expect, test } from 'vitest';
import { createKeyReader, type Key } from './keys.ts';

const bytes = (text: string): Buffer => Buffer.from(text);
const read = (...pieces: string[]): Key[] => {
  const reader = createKeyReader();
  return [...pieces.flatMap((piece) => reader.push(bytes(piece))), ...reader.settle()];
};
const names = (...pieces: string[]) => read(...pieces).map((key) => (key.key === 'text' ? key.text : `<${key.key}>`));

describe('keys of a terminal', () => {
  test.each([
    ['arrows in both modes', ['\x1b[A\x1b[B\x1bOC\x1bOD'], ['<up>', '<down>', '<right>', '<left>']],
    ['with modifiers', ['\x1b[1;5A\x1b[6;2~'], ['<up>', '<page-down>']],
    [
      'pages, ends, the key that deletes',
      ['\x1b[5~\x1b[6~\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[3~'],
      ['<page-up>', '<page-down>', '<home>', '<end>', '<home>', '<end>', '<delete>'],
    ],
    ['function keys', ['\x1bOP\x1bOQ\x1b[11~\x1b[12~'], ['<help>', '<language>', '<help>', '<language>']],
    [
      'controls',
      ['\t\x1b[Z\x7f\b\x03\x04\x15\x17\x0c\x10\x12'],
      [
        '<tab>',
        '<back-tab>',
        '<backspace>',
        '<backspace>',
        '<ctrl-c>',
        '<ctrl-d>',
        '<ctrl-u>',
        '<ctrl-w>',
        '<language>',
        '<ctrl-p>',
        '<ctrl-r>',
      ],
    ],
    ['one Enter for CR, LF and both', ['a\rb\nc\r\nd', '\r', '\n'], ['a', '<enter>', 'b', '<enter>', 'c', '<enter>', 'd', '<enter>']],
    ['Escape alone, and twice', ['\x1b'], ['<escape>']],
    ['Escape before another key', ['\x1b\x1b[A'], ['<escape>', '<up>']],
    ['letters of any script as one word', ['web-東京é😀'], ['web-東京é😀']],
    ['what is typed with Alt is nothing', ['\x1bxy'], ['y']],
  ])('%s', (_, pieces, expected) => {
    expect(names(...pieces)).toEqual(expected);
  });

  test('are the same wherever the bytes are cut', () => {
    const whole = bytes('a\x1b[A\x1b[5~東\x1b[200~paste\x1b[201~b\x1bOB\x1b]0;title\x07c');
    for (let cut = 1; cut < whole.length; cut += 1) {
      const reader = createKeyReader();
      const keys = [...reader.push(whole.subarray(0, cut)), ...reader.push(whole.subarray(cut))];
      const flat = keys.map((key) => (key.key === 'text' ? key.text : `<${key.key}>`)).join('');
      expect(flat, String(cut)).toBe('a<up><page-up>東pasteb<down>c');
    }
  });

  test('a paste is text on one line, bounded, whatever is in it', () => {
    expect(names('\x1b[200~one\r\ntwo\x1b[A\x04\x1b[201~x')).toEqual(['one two[Ax']);
    expect(names(`\x1b[200~${'p'.repeat(100_000)}\x1b[201~`)[0]).toHaveLength(256);
  });

  test('junk is nothing: unknown sequences, answers of the terminal, broken characters, marks that turn text round', () => {
    expect(names('\x1b[?1;2c', '\x1b[<0;1;1M', '\x1bP+q\x1b\\', '\x00\x01\x1f', '\u202e\u200b\u0085', 'ok')).toEqual(['ok']);
    const reader = createKeyReader();
    expect(reader.push(Buffer.from([0xff, 0xfe, 0x61]))).toEqual([{ key: 'text', text: 'a' }]);
  });

  test('nothing is kept without a bound: sequences and strings that never end', () => {
    const reader = createKeyReader();
    for (let n = 0; n < 100; n += 1) expect(reader.push(bytes(`\x1b[${'1;'.repeat(500)}`))).toEqual([]);
    const string = createKeyReader();
    string.push(bytes('\x1b]'));
    const after = [...Array(20)].flatMap(() => string.push(bytes('z'.repeat(1000))));
    expect(after.length).toBeGreaterThan(0);
  });

  test('a sequence that is cut off is not the Escape key until nothing more comes', () => {
    const reader = createKeyReader();
    expect(reader.push(bytes('\x1b'))).toEqual([]);
    expect(reader.open()).toBe(true);
    expect(reader.push(bytes('[A'))).toEqual([{ key: 'up' }]);
    expect(reader.open()).toBe(false);
  });
});
