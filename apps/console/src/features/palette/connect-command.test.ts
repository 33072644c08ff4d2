import { expect, test } from 'vitest';
import { readCommand } from './connect-command.ts';

test.each([
  ['connect web-01 as root', 'web-01', 'root'],
  ['Connect to web-01 as root', 'web-01', 'root'],
  ['ssh root@web-01', 'web-01', 'root'],
  ['connect root@web-01', 'web-01', 'root'],
  ['connect web-01', 'web-01', undefined],
  ['connect web-01 as ', 'web-01', ''],
  ['connect two words as ro', 'two words', 'ro'],
  ['连接 web-01 用 root', 'web-01', 'root'],
  ['连接web-01', 'web-01', undefined],
  ['连接 web-01 以', 'web-01', ''],
  ['以 root 身份连接 web-01', 'web-01', 'root'],
  ['web-01 に root で接続', 'web-01', 'root'],
  ['rootでweb-01に接続', 'web-01', 'root'],
  ['web-01に接続する', 'web-01', undefined],
  ['接続 web-01 rootで', 'web-01', 'root'],
])('“%s” connects to %s as %s', (words, asset, account) => {
  expect(readCommand(words)).toEqual({ asset, sentence: true, ...(account === undefined ? {} : { account }) });
});

test.each([
  ['web-01', { asset: 'web-01', sentence: false }],
  ['root@web-01', { asset: 'web-01', account: 'root', sentence: false }],
  ['ann@harbour.example', { asset: 'harbour.example', account: 'ann', sentence: false }],
  ['connect', { asset: 'connect', sentence: false }],
  ['ssh keys', { asset: 'ssh keys', sentence: false }],
  ['connections', { asset: 'connections', sentence: false }],
  ['  ', undefined],
])('“%s” may mean something else, too', (words, read) => {
  expect(readCommand(words)).toEqual(read);
});
