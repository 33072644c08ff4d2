import { expect, test } from 'vitest';
import { CANCEL_TRANSFER, watchTransfers } from './zmodem.ts';

/** What lrzsz 0.12 prints. */
const RZ = 'rz waiting to receive.**\u0018B0100000023be50\r\n\u0011';
const SZ = 'rz\r**\u0018B00000000000000\r\n\u0011';
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

function told(...pieces: string[]): string[] {
  const seen: string[] = [];
  const watch = watchTransfers((kind) => seen.push(kind));
  for (const piece of pieces) watch(bytes(piece));
  return seen;
}

test('rz and sz are told apart', () => {
  expect(told(RZ)).toEqual(['upload']);
  expect(told(SZ)).toEqual(['download']);
  expect(told(SZ, 'done\r\n', RZ)).toEqual(['download', 'upload']);
});

test('wherever the output is cut', () => {
  for (let at = 0; at <= RZ.length; at += 1) expect(told(RZ.slice(0, at), RZ.slice(at))).toEqual(['upload']);
  expect(told(...SZ)).toEqual(['download']);
});

test('stars before it do not hide it, and nothing like it is taken for it', () => {
  for (const stars of ['*', '**', '***']) expect(told(`${stars}${SZ.slice(3)}`)).toEqual(['download']);
  for (const other of ['**', '**B00', '*\u0018B00', '**\u0018A00', '**\u0018B0', '**\u0018B02', '** \u0018B00', 'git log **bold**'])
    expect(told(`${other}\r\n$ `), other).toEqual([]);
});

test('the end of a transfer has more than the five CAN that are asked for', () => {
  expect(CANCEL_TRANSFER.startsWith('\u0018'.repeat(5))).toBe(true);
});
