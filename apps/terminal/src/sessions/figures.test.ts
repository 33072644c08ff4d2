import { describe, expect, it } from 'vitest';
import { clockText, spaced, timeLeftText } from './figures.ts';

describe('figures', () => {
  it('writes clocks', () => {
    expect([clockText(-1), clockText(5), clockText(245), clockText(3729)]).toEqual(['0:00', '0:05', '4:05', '1:02:09']);
  });
  it('counts days when there are many', () => {
    expect(timeLeftText(90, 'en')).toBe('1:30');
    expect(timeLeftText(10 * 86_400, 'en')).toBe('10 days');
  });
  it('puts a space before what stands in brackets behind a name, and leaves the rest as it is', () => {
    expect(['web-1(10.0.0.1)', 'Mei (mei)', 'root', 'a(b)c', '(x)'].map(spaced)).toEqual([
      'web-1 (10.0.0.1)',
      'Mei (mei)',
      'root',
      'a(b)c',
      '(x)',
    ]);
  });
});
