import { describe, expect, it } from 'vitest';
import { localName, numbered, visibleName } from './names.ts';
import { decodeName, encodeName, isName, joinPath, nameOf, parentOf } from './sftp/paths.ts';

describe('a name as it is shown', () => {
  it('hides nothing and turns nothing round', () => {
    expect(visibleName('größe 文件 😀.txt')).toBe('größe 文件 😀.txt');
    expect(visibleName('a\nb\u001b[2J')).toBe('a⟨0A⟩b⟨1B⟩[2J');
    expect(visibleName('invoice\u202efdp.exe')).toBe('invoice⟨202E⟩fdp.exe');
    expect(visibleName('zero\u200bwidth')).toBe('zero⟨200B⟩width');
    expect(visibleName('l\udce9')).toBe('l⟨E9⟩');
  });
});

describe('a name on the person’s own machine', () => {
  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a\\b:c*?.txt', 'a_b_c__.txt'],
    ['..', '_'],
    ['', '_'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['dot. ', 'dot_'],
    ['a\u0000b\u202ec', 'a_b_c'],
    ['l\udce9', 'l_'],
    ['größe 😀.bin', 'größe 😀.bin'],
  ])('%j is safe as %j', (name, safe) => expect(localName(name)).toBe(safe));

  it('is no longer than any file system takes', () => expect(localName('é'.repeat(5000)).length).toBeLessThanOrEqual(200));
  it('gets a number before its ending', () =>
    expect(['a.txt', 'a', '.profile'].map((name) => numbered(name, 2))).toEqual(['a (2).txt', 'a (2)', '.profile (2)']));
});

describe('a path of the target', () => {
  it('comes back as the bytes that it was', () => {
    for (const bytes of [
      [0x6c, 0xe9],
      [0xff, 0x41, 0xc3],
      [0xc3, 0xa9],
      [0xf0, 0x9f, 0x98, 0x80],
      [0xed, 0xb2, 0x80],
    ])
      expect([...encodeName(decodeName(Uint8Array.from(bytes)))]).toEqual(bytes);
    expect([...encodeName('ü/l\udce9')]).toEqual([0xc3, 0xbc, 0x2f, 0x6c, 0xe9]);
  });
  it('is put together and taken apart', () => {
    expect([joinPath('/', 'a'), joinPath('/a', 'b'), parentOf('/a/b'), parentOf('/a'), parentOf('/'), nameOf('/a/b')]).toEqual([
      '/a',
      '/a/b',
      '/a',
      '/',
      '/',
      'b',
    ]);
    expect(['', '.', '..', 'a/b', 'a\0'].some(isName)).toBe(false);
  });
});
