import { expect, test } from 'vitest';
import { dayNames, dayText, momentText, numberText, percentText, sizeText, spanText, unitText } from './figures.ts';

const LANGUAGES = ['en', 'zh', 'ja'];
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const all = (say: (language: string) => string): string[] => LANGUAGES.map((language) => plain(say(language)));

test('numbers and shares', () => {
  expect(all((language) => numberText(1234567, language))).toEqual(['1,234,567', '1,234,567', '1,234,567']);
  expect(numberText(1.5, 'en', 2)).toBe('1.50');
  expect(plain(numberText(1234.5, 'de'))).toBe('1.234,5');
  expect(all((language) => percentText(0.254, language))).toEqual(['25%', '25%', '25%']);
  expect(percentText(0.254, 'en', 1)).toBe('25.4%');
});

test('sizes take the unit that fits', () => {
  expect([0, 1, 1023, 1536, 64 * 1024, 5_242_880, 30 * 1024 ** 2, 3 * 1024 ** 3].map((bytes) => plain(sizeText(bytes, 'en')))).toEqual([
    '0 bytes',
    '1 byte',
    '1,023 bytes',
    '1.5 kB',
    '64 kB',
    '5 MB',
    '30 MB',
    '3 GB',
  ]);
  expect(all((language) => sizeText(1536, language))).toEqual(['1.5 kB', '1.5 kB', '1.5 KB']);
});

test('spans take the unit that fits', () => {
  const [second, minute, hour, day] = [1500, 90_000, 5_400_000, 129_600_000];
  expect([-1, second, minute, hour, day].map((span) => plain(spanText(span ?? 0, 'en')))).toEqual([
    '0.0 sec',
    '1.5 sec',
    '1.5 min',
    '1.5 hr',
    '1.5 days',
  ]);
  expect(all((language) => spanText(minute ?? 0, language))).toEqual(['1.5 min', '1.5分钟', '1.5 分']);
  expect(plain(unitText(5, 'millisecond', 'en'))).toBe('5 ms');
});

test('days and moments', () => {
  const moment = new Date(2031, 0, 5, 9, 30, 15);
  expect(all((language) => dayText(moment, language))).toEqual(['January 5, 2031', '2031年1月5日', '2031年1月5日']);
  expect(plain(momentText(moment, 'en'))).toBe('Jan 5, 2031, 9:30:15 AM');
  expect(plain(momentText(moment, 'en', 'short'))).toBe('Jan 5, 2031, 9:30 AM');
  expect(dayNames('ja').join('')).toBe('日月火水木金土');
});
