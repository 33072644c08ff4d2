import { describe, expect, test } from 'vitest';
import { createSecretBox, rewrap } from './envelope.ts';
import { keyringOf } from './keyring.ts';

const OLD = 'old master key, long enough to be one';
const NEW = 'new master key, long enough to be one';

describe('secrets at rest', () => {
  const box = createSecretBox(keyringOf([OLD]));

  test('opens what it sealed; the same text is sealed differently each time', () => {
    const sealed = box.seal('hunter2 – 密码');
    expect(sealed).toMatch(/^pv1\.[0-9a-f]{16}\./);
    expect(sealed).not.toBe(box.seal('hunter2 – 密码'));
    expect(box.open(sealed)).toBe('hunter2 – 密码');
    expect(box.open(box.seal(''))).toBe('');
  });

  test('refuses a value that was changed, cut or is none', () => {
    const sealed = box.seal('secret');
    for (const part of [1, 2, 3, 4]) {
      const parts = sealed.split('.');
      const text = parts[part] ?? '';
      parts[part] = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
      expect(() => box.open(parts.join('.')), `part ${part}`).toThrow();
    }
    expect(() => box.open(sealed.slice(0, -4))).toThrow();
    expect(() => box.open('plain')).toThrow('not in the sealed form');
  });

  test('another master key opens nothing', () => {
    expect(() => createSecretBox(keyringOf([NEW])).open(box.seal('secret'))).toThrow(/master key .* is not known/);
  });

  test('rotation wraps the data key anew and leaves the body', () => {
    const sealed = box.seal('secret');
    const both = keyringOf([NEW, OLD]);
    const next = rewrap(both, sealed);
    expect(next.split('.').slice(3)).toEqual(sealed.split('.').slice(3));
    expect(createSecretBox(keyringOf([NEW])).open(next)).toBe('secret');
    expect(rewrap(both, next)).toBe(next);
  });

  test('a running process reads the keys again when it meets a new one', () => {
    let texts = [OLD];
    const running = createSecretBox(keyringOf(texts, () => texts));
    expect(running.open(box.seal('before'))).toBe('before');
    texts = [NEW, OLD];
    expect(running.open(createSecretBox(keyringOf([NEW])).seal('after'))).toBe('after');
  });
});
