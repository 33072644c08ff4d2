import { expect, it } from 'vitest';
import { createHostKeyPins } from './host-key-pins.ts';

const seen = { asset: 'a', address: 'h', port: 22, type: 'ssh-ed25519', fingerprint: 'SHA256:one', session: 's' };

it('lets connections in that raced for the same key, and no other', async () => {
  const answers = [true, false, false];
  const pins = createHostKeyPins({ pinHostKey: async () => answers.shift() ?? false });
  await Promise.all([pins.pin(seen), pins.pin(seen)]);
  await expect(pins.pin({ ...seen, fingerprint: 'SHA256:two' })).rejects.toThrow();
});

it('does not trust a key because somebody else pinned one', async () => {
  await expect(createHostKeyPins({ pinHostKey: async () => false }).pin(seen)).rejects.toThrow();
});
