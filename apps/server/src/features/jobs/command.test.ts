import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { commandFor } from './command.ts';

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

  test('quotes for PowerShell', () => {
    expect(commandFor({ module: 'win_shell', args: 'Get-Item {{ who }}', chdir: '' }, { who: "it's" })).toBe(
      `powershell -NoProfile -NonInteractive -Command "Get-Item 'it''s'"`,
    );
    // The shell before it would end its quotes here and run the rest.
    for (const who of ['" & calc & "', '%PATH%', 'one\ntwo'])
      expect(() => commandFor({ module: 'win_shell', args: 'Get-Item {{ who }}', chdir: '' }, { who })).toThrow('job_value_refused');
  });
});
