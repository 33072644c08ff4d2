import { expect, it } from 'vitest';
import { charsetOf } from './charset.ts';

it('turns GBK into UTF-8 and back, also in pieces', () => {
  const gbk = charsetOf('gbk')?.();
  const bytes = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x21]);
  const text = Buffer.concat([...bytes].map((byte) => gbk?.decode(Buffer.of(byte)) ?? Buffer.alloc(0)));
  expect(text.toString()).toBe('你好!');
  expect(Buffer.concat([...text].map((byte) => gbk?.encode(Buffer.of(byte)) ?? Buffer.alloc(0)))).toEqual(bytes);
  expect(gbk?.encode(Buffer.from('🚪')).toString()).toBe('?');
});

it('passes UTF-8 through untouched and refuses what nobody knows', () => {
  const bytes = Buffer.of(0xff, 0xc3);
  expect(charsetOf('utf-8')?.().decode(bytes)).toBe(bytes);
  expect(charsetOf('default')).toBeDefined();
  expect(charsetOf('klingon')).toBeUndefined();
});
