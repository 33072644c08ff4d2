import { expect, test } from 'vitest';
import { blanksOf, filled } from './variables.ts';

test('blanks are asked for once each, in their order', () => {
  expect(blanksOf('scp {{file}} {{ host }}:{{file}} # {{主机}}')).toEqual(['file', 'host', '主机']);
});

test('templates of other programs are left alone', () => {
  const command = `docker ps --format '{{.Names}} {{json .}}' {{ }} {{1}} {a}`;
  expect(blanksOf(command)).toEqual([]);
  expect(filled(command, { Names: 'x', json: 'x' })).toBe(command);
});

test('what is typed goes in as it is, and is not filled in again', () => {
  expect(filled('echo {{a}} {{b}} {{a}}', { a: '$& {{b}}', b: '2' })).toBe('echo $& {{b}} 2 $& {{b}}');
  expect(filled('echo {{a}} {{toString}}', {})).toBe('echo {{a}} {{toString}}');
});
