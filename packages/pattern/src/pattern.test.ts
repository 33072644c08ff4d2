import { describe, expect, it } from 'vitest';
import { compilePattern, type PatternOptions, patternMemory, problemIn, rewritten } from './index.ts';

const found = (source: string, text: string, options?: PatternOptions) => compilePattern(source, options)?.test(text);

describe('compilePattern', () => {
  it('finds anywhere, in the case and over the lines it is told', () => {
    expect(found('\\brm\\b', 'sudo rm -rf /')).toBe(true);
    expect(found('\\brm\\b', 'farm')).toBe(false);
    expect(found('reboot', 'REBOOT')).toBe(false);
    expect(found('reboot', 'REBOOT', { ignoreCase: true })).toBe(true);
    expect(found('a.b', 'a\nb')).toBe(false);
    expect(found('a.b', 'a\nb', { dotAll: true })).toBe(true);
    expect(found('', 'anything')).toBe(true);
    expect(found('^здравствуй[,]? мир$', 'здравствуй мир')).toBe(true);
  });

  // Each of these takes an engine that tries and goes back longer than there is time.
  it.each([
    ['(a+)+$', `${'a'.repeat(4_096)}!`],
    ['^(a|a)*$', `${'a'.repeat(4_096)}!`],
    ['(x+x+)+y', 'x'.repeat(4_096)],
    ['(.*a){20}$', `${'a'.repeat(4_096)}!`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(4_096)],
  ])('answers %s about a text made for it', (source, text) => {
    expect(found(source, text)).toBe(false);
  });

  it('does not begin a search that could take too long', () => {
    expect(found('a.{900}c', 'ab'.repeat(40_000), { ignoreCase: true })).toBeUndefined();
    expect(found('a.{900}c', 'ab'.repeat(1_000))).toBe(false);
  });

  it('holds bounded memory however many patterns there are', () => {
    let seed = 1;
    const letter = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed > 1_073_741_824 ? 'a' : 'b';
    };
    const text = Array.from({ length: 4_000 }, letter).join('');
    const before = patternMemory();
    found('a.{600}c', '');
    const compiled = patternMemory() - before;
    found('a.{600}c', text, { ignoreCase: true });
    expect(patternMemory() - before).toBeGreaterThan(5 * compiled);
    const most = Array.from({ length: 100 }, (_, at) => {
      problemIn(`a{${800 + at}}b{1000}c{1000}d{1000}`);
      return patternMemory();
    });
    expect(Math.max(...most)).toBeGreaterThan(60 * 1024 * 1024);
    expect(Math.max(...most)).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  it('takes lists of commands as long as they come, also for long lines', () => {
    const commands = Array.from({ length: 3_000 }, (_, at) => `\\bcommand${at}\\b`).join('|');
    expect(found(commands, `${'x '.repeat(8_000)} command2999 -f`, { list: true })).toBe(true);
    expect(found(commands, `${'x '.repeat(8_000)} command3000 -f`, { list: true })).toBe(false);
    expect(found('echo\\s+a\\|b|rm', 'echo a', { list: true })).toBe(false);
    expect(found('echo\\s+a\\|b|rm', 'echo a|b', { list: true })).toBe(true);
    expect(found('', 'anything', { list: true })).toBe(false);
  });

  it('says where', () => {
    expect(compilePattern('r.')?.places('rm rf 世r界', 10)).toEqual([
      [0, 2],
      [3, 5],
      [7, 9],
    ]);
    expect(compilePattern('.')?.places('abc', 2)).toHaveLength(2);
  });
});

describe('problemIn', () => {
  it.each([
    ['^(?=.*rm)', 'pattern_lookaround', '(?=', 2],
    ['rm(?! -i)', 'pattern_lookaround', '(?!', 3],
    ['(?<=sudo )rm', 'pattern_lookaround', '(?<=', 1],
    ['(?<!sudo )rm', 'pattern_lookaround', '(?<!', 1],
    ['[(?=]世(?!x)', 'pattern_lookaround', '(?!', 7],
    ['(a+)世\\1', 'pattern_backreference', '\\1', 6],
    ['(?<n>a)\\k<n>', 'pattern_backreference', '\\k', 8],
    ['(?P<n>a)(?P=n)', 'pattern_backreference', '(?P=', 9],
    ['(?>a)b', 'pattern_unsupported', '(?>', 1],
    ['a++', 'pattern_unsupported', '++', 2],
    ['rm\\Z', 'pattern_unsupported', '\\Z', 3],
    ['\\mrm', 'pattern_unsupported', '\\m', 1],
    ['a\\u0041', 'pattern_unsupported', '\\u0041', 2],
    ['a([', 'pattern_syntax', '[', 3],
    ['(a', 'pattern_syntax', '(', 1],
    ['(a)b)', 'pattern_syntax', ')', 5],
    ['*a', 'pattern_syntax', '*', 1],
    ['[z-a]', 'pattern_syntax', 'z-a', 2],
    ['a{1001}', 'pattern_syntax', '{1001}', 2],
  ])('names what %s cannot be taken for', (source, code, construct, position) => {
    expect(problemIn(source)).toEqual({ code, params: { construct, position } });
    expect(compilePattern(source)).toBeUndefined();
  });

  it('bounds the text and what it is compiled to', () => {
    expect(problemIn('a'.repeat(4_097))).toEqual({ code: 'pattern_too_long', params: { max: 4_096 } });
    expect(problemIn('((a{1,10}){1,10}){1,10}')).toBeUndefined();
    expect(problemIn('(a{1,1000}b{1,1000}c{1,1000}d{1,1000})')).toEqual({ code: 'pattern_too_large', params: { max: 5_000 } });
  });
});

describe('rewritten', () => {
  it('spells anew what means the same, and nothing else', () => {
    expect(rewritten('\\u0041[\\u0430-\\u044f]\\cA[^]', 'javascript')).toBe('\\x{0041}[\\x{0430}-\\x{044F}]\\x{1}[\\s\\S]');
    expect(rewritten('\\yrm\\Y\\Z [\\y] \\\\y', 'postgresql')).toBe('\\brm\\B\\z [\\y] \\\\y');
    expect(rewritten('(?=a)\\1^(sudo )?rm$', 'javascript')).toBe('(?=a)\\1^(sudo )?rm$');
  });
});
