import { describe, expect, it } from 'vitest';
import { chunkText, countLines, needsConfirm, pasteText } from './paste.ts';

describe('chunkText', () => {
  it('keeps 5 MB intact', () => {
    const source = 'line of text ü 漢 😀\n'.repeat(270_000);
    expect(source.length).toBeGreaterThan(5_000_000);
    const chunks = chunkText(source);
    expect(chunks.join('')).toBe(source);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(16 * 1024);
  });

  it('never splits a surrogate pair, whatever the size', () => {
    for (const size of [1, 2, 3, 5]) {
      const chunks = chunkText('a😀😀b😀', size);
      expect(chunks.join('')).toBe('a😀😀b😀');
      for (const chunk of chunks) expect(chunk.isWellFormed()).toBe(true);
    }
  });

  it('has nothing to send for nothing', () => {
    expect(chunkText('')).toEqual([]);
  });
});

describe('pasteText', () => {
  it('sends line ends as typed', () => {
    expect(pasteText('a\r\nb\nc\rd', false)).toBe('a\rb\rc\rd');
  });

  it('cannot be left from inside the brackets', () => {
    const sent = pasteText('x\u001b[201~rm -rf\n', true);
    expect(sent.startsWith('\u001b[200~')).toBe(true);
    expect(sent.indexOf('\u001b[201~')).toBe(sent.length - 6);
  });
});

describe('needsConfirm', () => {
  it('asks from six lines on, unless the paste is bracketed', () => {
    const five = 'a\n'.repeat(5);
    expect(countLines(five)).toBe(5);
    expect(needsConfirm(five, false)).toBe(false);
    expect(needsConfirm(`${five}b`, false)).toBe(true);
    expect(needsConfirm(`${five}b`, true)).toBe(false);
  });
});
