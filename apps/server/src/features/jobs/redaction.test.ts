import { expect, test } from 'vitest';
import { secretPool } from './redaction.ts';

const poolOf = (...secrets: string[]) => {
  const pool = secretPool();
  pool.add(secrets);
  return pool;
};
/** What comes out when a text comes in pieces of so many letters. */
function inPieces(text: string, size: number, secrets: string[]): string {
  const stream = poolOf(...secrets).stream();
  let out = '';
  for (let at = 0; at < text.length; at += size) out += stream.push(text.slice(at, at + size));
  return out + stream.end(false);
}
const KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\n${'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2g'}\n${'QyNTUxOQAAACDhuQ4B9Sdt6Kk2'}\n-----END OPENSSH PRIVATE KEY-----\n`;

test.each([
  ['once', 'pass is Quiet-Harbour-7.', ['Quiet-Harbour-7'], 'pass is ******.'],
  ['at both ends', 'Quiet-Harbour-7 x Quiet-Harbour-7', ['Quiet-Harbour-7'], '****** x ******'],
  ['what nearly is it', 'Quiet-Harbour-', ['Quiet-Harbour-7'], 'Quiet-Harbour-'],
  ['after what nearly is it', 'Quiet-Quiet-Harbour-7', ['Quiet-Harbour-7'], 'Quiet-******'],
  ['one that begins another', 'abcdefgh abcdefx', ['abcdef', 'abcdefgh'], '****** ******x'],
  ['one that reaches into another', '-abcdefghij-', ['abcdefg', 'efghij'], '-******-'],
  ['one that is in itself', `${'a'.repeat(50)}b`, ['aaaaaaaa'], '******b'],
  [
    'a key, whatever ends its lines',
    KEY.replaceAll('\n', '\r\n'),
    [KEY],
    /^-----BEGIN OPENSSH PRIVATE KEY-----\r\n\*{6}\r\n\*{6}\r\n-----END/,
  ],
  ['none that everything is full of', 'root is root', ['root', '', ' '], 'root is root'],
])('takes out %s, however it is cut into pieces', (_, text, secrets, wanted) => {
  for (let size = 1; size <= text.length; size += 1) {
    const out = inPieces(text, size, secrets);
    if (typeof wanted === 'string') expect([size, out]).toEqual([size, wanted]);
    else expect(out).toMatch(wanted);
  }
});

test('holds back no more than may become a secret, and not what a cut left of one', () => {
  const pool = poolOf('x'.repeat(5_000), 'Quiet-Harbour-7');
  const long = pool.stream();
  expect(long.push('x'.repeat(1_000))).toBe('');
  expect(long.push(`${'x'.repeat(1_000)}.`)).toBe('******.');
  const cut = pool.stream();
  expect(cut.push('it is Quiet-Harb')).toBe('it is ');
  expect(cut.end(true)).toBe('******');
  expect(pool.hide('it is Quiet-Harbour-7')).toBe('it is ******');
  expect([pool.hide('it is Quiet-H', true), pool.hide('it is Quiet-H')]).toEqual(['it is ******', 'it is Quiet-H']);
});

test('does not look at each of a thousand keys at each letter', () => {
  const keys = Array.from({ length: 1_000 }, (_, n) =>
    Array.from({ length: 50 }, (__, line) => `${n * 50 + line}`.padStart(6, '0').padEnd(64, 'b')),
  );
  const pool = poolOf(...keys.map((lines) => lines.join('\n')));
  const text = '012345'.repeat(10_000);
  expect(pool.hide(`${text}${keys[7]?.[7]}`)).toBe(`${text}******`);
});
