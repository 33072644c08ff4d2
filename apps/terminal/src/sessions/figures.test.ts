import { describe, expect, it } from 'vitest';
import { clockText, sizeText, timeLeftText } from './figures.ts';

describe('figures', () => {
  it('writes sizes', () => {
    expect([sizeText(0, 'en'), sizeText(999, 'en'), sizeText(1500, 'en'), sizeText(5_242_880, 'en')]).toEqual([
      '0 B',
      '999 B',
      '1.5 KB',
      '5.2 MB',
    ]);
  });
  it('writes clocks', () => {
    expect([clockText(-1), clockText(5), clockText(245), clockText(3729)]).toEqual(['0:00', '0:05', '4:05', '1:02:09']);
  });
  it('counts days when there are many', () => {
    expect(timeLeftText(90, 'en')).toBe('1:30');
    expect(timeLeftText(10 * 86_400, 'en')).toBe('10 days');
  });
});
