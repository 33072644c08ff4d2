import { describe, expect, test } from 'vitest';
import { createSecretBox, rewrap } from './envelope.ts';
import { keyringOf } from './keyring.ts';

const OLD = 'old master key, long enough to be one';
const NEW = 'new master key, long enough to be one';

describe('secrets at rest', () => {
  const box = createSecretBox(keyringOf([OLD]));

  test('decrypts what it encrypted; the same text is encrypted differently each time', () => {
    const encrypted = box.encrypt('hunter2 – 密码');
    expect(encrypted).toMatch(/^pv1\.[0-9a-f]{16}\./);
    expect(encrypted).not.toBe(box.encrypt('hunter2 – 密码'));
    expect(box.decrypt(encrypted)).toBe('hunter2 – 密码');
    expect(box.decrypt(box.encrypt(''))).toBe('');
  });

  test('refuses a value that was changed, cut or is none', () => {
    const encrypted = box.encrypt('secret');
    for (const part of [1, 2, 3, 4]) {
      const parts = encrypted.split('.');
      const text = parts[part] ?? '';
      parts[part] = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
      expect(() => box.decrypt(parts.join('.')), `part ${part}`).toThrow();
    }
    expect(() => box.decrypt(encrypted.slice(0, -4))).toThrow();
    expect(() => box.decrypt('plain')).toThrow('not in the encrypted form');
  });

  test('another master key opens nothing', () => {
    expect(() => createSecretBox(keyringOf([NEW])).decrypt(box.encrypt('secret'))).toThrow(/master key .* is not known/);
  });

  test('rotation wraps the data key anew and leaves the body', () => {
    const encrypted = box.encrypt('secret');
    const both = keyringOf([NEW, OLD]);
    const next = rewrap(both, encrypted);
    expect(next.split('.').slice(3)).toEqual(encrypted.split('.').slice(3));
    expect(createSecretBox(keyringOf([NEW])).decrypt(next)).toBe('secret');
    expect(rewrap(both, next)).toBe(next);
  });

  test('a running process reads the keys again when it meets a new one', () => {
    let texts = [OLD];
    const running = createSecretBox(keyringOf(texts, () => texts));
    expect(running.decrypt(box.encrypt('before'))).toBe('before');
    texts = [NEW, OLD];
    expect(running.decrypt(createSecretBox(keyringOf([NEW])).encrypt('after'))).toBe('after');
  });
});
