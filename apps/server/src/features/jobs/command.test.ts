import { execFileSync } from 'node:child_process';
import { InvalidInput } from '@postern/contract/errors';
import { describe, expect, test } from 'vitest';
import { checkText, commandFor } from './command.ts';

const HOSTILE = `'; touch pwned; echo "$(id)" \`id\` $HOME \\ \n#`;

describe('the command line of a job', () => {
  test('is the very text where nothing is to be filled in', () => {
    expect(commandFor({ module: 'shell', args: 'uptime | tail -1', chdir: '' }, {})).toBe('uptime | tail -1');
    expect(commandFor({ module: 'shell', args: 'echo {{ no_such }} {{}}', chdir: '' }, {})).toBe('echo {{ no_such }} {{}}');
  });

  test.each(['shell', 'python'] as const)('hands a %s what was filled in as one value, whatever is in it', (module) => {
    const args = module === 'shell' ? "printf '%s' {{ who }}" : 'import sys; sys.stdout.write({{ who }})';
    const line = commandFor({ module, args, chdir: '/' }, { who: HOSTILE });
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(HOSTILE);
  });

  test('goes to its folder first, and is not run anywhere else', () => {
    const line = commandFor({ module: 'shell', args: 'pwd # where', chdir: "/tmp/it's; not there" }, {});
    expect(() => execFileSync('sh', ['-c', line], { stdio: 'ignore' })).toThrow();
    expect(execFileSync('sh', ['-c', commandFor({ module: 'shell', args: 'pwd # where', chdir: '/usr' }, {})], { encoding: 'utf8' })).toBe(
      '/usr\n',
    );
  });

  const DECODED = /^powershell -NoProfile -NonInteractive -OutputFormat Text -EncodedCommand ([A-Za-z0-9+/]+=*)$/;
  /** What PowerShell gets, whatever shell stands before it. */
  function arriving(args: string, { chdir = '', ...variables }: Record<string, string> = {}): string {
    const line = commandFor({ module: 'win_shell', args, chdir }, variables);
    return Buffer.from(DECODED.exec(line)?.[1] ?? '', 'base64').toString('utf16le');
  }

  test('of PowerShell stays readable where nothing before it would read it', () => {
    expect(commandFor({ module: 'win_shell', args: 'Get-Item {{ who }}', chdir: '' }, { who: "it's" })).toBe(
      `powershell -NoProfile -NonInteractive -Command "Get-Item 'it''s'"`,
    );
    expect(commandFor({ module: 'win_shell', args: 'Get-Date\n', chdir: '' }, {})).toContain('-Command "Get-Date"');
  });

  test.each([
    ['several lines', 'foreach ($n in 1..2) {\r\n  "line $n"\n}'],
    ['quotes and what cmd.exe would read', 'Write-Output "a & b" | Select-String \'%PATH%\' # ^!'],
    ['letters of another code page', "Write-Output '港口 – Grüße'"],
    ['a backslash before the last quote', 'Get-ChildItem C:\\'],
  ])('hands PowerShell %s as they are', (_name, script) => {
    expect(arriving(script)).toBe(script);
  });

  test('hands PowerShell what was filled in as one value, whatever is in it', () => {
    // All of these end a text that one of them has begun.
    expect(arriving('"{{ who }}"', { who: `" & calc & "%PATH%\n'\u2018\u2019\u201a\u201b` })).toBe(
      `"'" & calc & "%PATH%\n''\u2018\u2018\u2019\u2019\u201a\u201a\u201b\u201b'"`,
    );
    expect(arriving('dir\ndir', { chdir: "C:\\it's" })).toBe("cd 'C:\\it''s'; dir\ndir");
  });

  test('is no longer than cmd.exe takes, with the values in it', () => {
    const most = 'x'.repeat(3_100);
    expect(() => checkText('win_shell', `${most}\nx`)).toThrow(InvalidInput);
    expect(() => checkText('win_shell', `${most.slice(0, 2_990)}\nx`)).not.toThrow();
    expect(() => checkText('win_shell', most)).not.toThrow();
    const order = { module: 'win_shell', args: 'one\n{{ who }}', chdir: '' } as const;
    expect(() => commandFor(order, { who: most })).toThrow('job_script_too_long');
    expect(commandFor(order, { who: most.slice(0, 2_980) }).length).toBeLessThan(8_191);
  });
});
