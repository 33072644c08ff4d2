import { encryptSecret } from '@postern/client/transport';
import { beforeAll, describe, expect, test } from 'vitest';
import { decryptTransport, newTransportKeys, type TransportKeys } from './transport.ts';

let keys: TransportKeys;
let others: TransportKeys;
beforeAll(async () => {
  [keys, others] = await Promise.all([newTransportKeys(), newTransportKeys()]);
});

describe('transport form of secrets', () => {
  test.each(['a', 'exactly 16 bytes', 'Grüße, 密码, パスワード', 'x'.repeat(5000), 'with:colon', '-----BEGIN KEY-----\nabc\n'])(
    '%j survives the way',
    async (plain) => {
      expect(decryptTransport(await encryptSecret(plain, keys.publicKey), keys.privateKey)).toBe(plain);
    },
  );

  test.each([
    '',
    'plain',
    'a:b',
    ':',
    'a:',
    ':b',
    'a:b:c',
    'user:pass word',
    `${'A'.repeat(172)}:${'B'.repeat(24)}`,
    `AAAA:${'B'.repeat(24)}`,
  ])('%j comes back as it was', (value) => {
    expect(decryptTransport(value, keys.privateKey)).toBe(value);
  });

  test('a secret for another key comes back as it was, every time', async () => {
    for (let round = 0; round < 200; round += 1) {
      const encrypted = await encryptSecret(`secret ${round}`, others.publicKey);
      expect(decryptTransport(encrypted, keys.privateKey)).toBe(encrypted);
    }
  });
});
