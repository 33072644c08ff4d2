// biome-ignore-all lint/suspicious/noTemplateCurlyInString: words of a shell are the subject here

import { workOf } from '@postern/testkit/work';
import { describe, expect, it, test } from 'vitest';
import { readings } from './readings.ts';

describe('readings of a line', () => {
  it.each([
    ['rm -rf /', 'rm -rf /'],
    ["r''m -rf /", 'rm -rf /'],
    ['r\\m -rf /', 'rm -rf /'],
    ['"rm" \'-rf\' /', 'rm -rf /'],
    ["$'\\x72m' -rf", 'rm -rf'],
    ["$'\\162\\u006d' -rf", 'rm -rf'],
    ["$'r\\'m'", "r'm"],
    ['$"rm" -rf', 'rm -rf'],
    ['rm$IFS-rf', 'rm -rf'],
    ['rm${IFS}-rf', 'rm -rf'],
    ['rm${IFS%?}-rf', 'rm -rf'],
    ['rm$IFS"-rf"', 'rm -rf'],
    ['{rm,-rf,/}', 'rm -rf /'],
    ['x;{rm,-rf}', 'x;rm -rf'],
    ['r{m,} -rf', 'rm r -rf'],
    ['a{b,c{d,e}}f', 'abf acdf acef'],
    ['sh -c "r\\"\\"m -rf"', 'sh -c rm -rf'],
    ['sh -c "rm\\${IFS}-rf"', 'sh -c rm -rf'],
    ['r\\\nm -rf', 'rm -rf'],
    ['echo "never closed', 'echo never closed'],
    ['ends in \\', 'ends in '],
    // What a layer of quotes makes of it goes on in the next line.
    ["eval $'r\\\\\\nm -rf'", 'eval rm -rf'],
    ["printf $'\\cIrm'", 'printf \trm'],
    // No character has these numbers; shells leave them out or say something of their own.
    ["$'r\\U00110000\\0m'", 'rm'],
  ])('%s', (line, reading) => {
    // Innermost braces first gives other words than a shell where they nest; every word of the shell is among them.
    if (line.startsWith('a{')) for (const word of reading.split(' ')) expect(readings(line).join(' ')).toContain(word);
    else expect(readings(line)).toContain(reading);
    expect(readings(line)[0]).toBe(line);
  });

  it.each(['-EncodedCommand', '-enc', '-e', '-eC', '/enc', '\u2013Enc'])('PowerShell told by %s', (parameter) => {
    const code = Buffer.from('Remove-Item -Recurse C:\\', 'utf16le').toString('base64');
    for (const line of [`powershell.exe -NoProfile ${parameter} ${code}`, `sh -c "pwsh ${parameter} '${code}'"`])
      expect(readings(line).join('\n')).toContain('Remove-Item -Recurse C:\\');
    expect(readings(`grep ${parameter} ${code} file`)).toHaveLength(1);
  });

  it('leave variables and functions of the shell alone', () => {
    expect(readings('echo ${a},${b} $IFSX {} {a} { a, b; }')).toEqual(['echo ${a},${b} $IFSX {} {a} { a, b; }']);
  });

  it('leave braces that would become too much as they are', () => {
    const line = `${'x'.repeat(40_000)}{a,b,c,d}`;
    expect(readings(line)).toEqual([line]);
  });

  test('cost little on lines made to cost much', async () => {
    for (const line of [
      '{'.repeat(60_000),
      '{a,b}'.repeat(12_000),
      '\\'.repeat(64_000),
      `"'`.repeat(30_000),
      '$IFS'.repeat(16_000),
      '}'.repeat(64_000),
      `pwsh ${'-e AAAA'.repeat(9_000)}`,
      `pwsh -e ${'A'.repeat(64_000)}`,
    ]) {
      let found: readonly string[] = [];
      expect(
        await workOf(() => {
          found = readings(line);
        }),
      ).toBeLessThan(2_000);
      expect(found.length).toBeLessThanOrEqual(7);
      expect(Math.max(...found.map((one) => one.length))).toBeLessThan(512 * 1024);
    }
  });
});
