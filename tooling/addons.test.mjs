import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './prepare.mjs';

const CIPHERS = `
const crypto = require(process.argv[1]);
const bytes = (length) => Buffer.alloc(length);
for (let round = 0; round < 200; round += 1) {
  for (const side of ['Cipher', 'Decipher']) {
    new crypto['ChaChaPoly' + side](bytes(64));
    new crypto['AESGCM' + side]('aes-256-gcm', bytes(32), bytes(12));
    new crypto['Generic' + side]('aes-128-ctr', bytes(16), bytes(16), 'sha1', bytes(20), false, ...(side === 'Decipher' ? [20] : []));
  }
}
(async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.stdout.write('alive');
})();
`;

test('the ciphers of SSH connections that are over are collected, and the process lives (nodejs/node#65446)', () => {
  const addon = join(root, 'node_modules/ssh2/lib/protocol/crypto/build/Release/sshcrypto.node');
  const { stdout, stderr, signal } = spawnSync(process.execPath, ['--expose-gc', '-e', CIPHERS, addon], { encoding: 'utf8' });
  expect({ stdout, signal }, stderr).toEqual({ stdout: 'alive', signal: null });
});
