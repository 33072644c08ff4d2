import { PASS_HEADER } from '@postern/contract/component';
import { expect, test } from 'vitest';
import { readEnvironment } from '../env.ts';
import { isFromServer } from './from-server.ts';

const PASS = 'a'.repeat(43);

test('sockets come from this machine, or with the pass, and from nobody else', () => {
  const asked = (peer: string | undefined, shown?: string, pass: string | undefined = PASS) =>
    isFromServer(shown === undefined ? {} : { [PASS_HEADER]: shown }, peer, pass);
  for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(asked(peer), peer).toBe(true);
  for (const peer of ['10.0.0.9', '::ffff:10.0.0.9', 'fd00::9', '::', '0.0.0.0', '', undefined]) expect(asked(peer), peer).toBe(false);
  expect(asked('10.0.0.9', PASS)).toBe(true);
  // A pass that is wrong is refused from anywhere, and there is none that fits a gateway without an address.
  for (const [peer, shown] of [
    ['10.0.0.9', 'b'.repeat(43)],
    ['127.0.0.1', 'b'.repeat(43)],
    ['10.0.0.9', ''],
    ['10.0.0.9', PASS.slice(1)],
  ] as const)
    expect(asked(peer, shown), shown).toBe(false);
  for (const shown of ['', 'undefined', PASS]) expect(isFromServer({ [PASS_HEADER]: shown }, '10.0.0.9', undefined)).toBe(false);
});

test('a gateway does not start with an address that is none', () => {
  const read = (address: string) =>
    readEnvironment({ POSTERN_CORE_URL: 'http://core:8080', POSTERN_DATA_DIR: '/data', POSTERN_GATEWAY_ADDRESS: address });
  expect(read('https://[fd00::1]:8443').address).toBe('https://[fd00::1]:8443');
  expect([read('').address, read('').host]).toEqual([undefined, '127.0.0.1']);
  for (const wrong of [
    'gateway:8081',
    'http://gateway',
    'http://a@gateway:8081',
    'http://gateway:8081/',
    'ftp://gateway:1',
    'http://gateway:0',
  ])
    expect(() => read(wrong), wrong).toThrow(/POSTERN_GATEWAY_ADDRESS/);
});
