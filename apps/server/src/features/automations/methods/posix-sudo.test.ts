import { describe, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { sudoRule } from './posix-sudo.ts';

describe('a rule for sudo', () => {
  test('names programs by their paths, or everything', () => {
    expect(sudoRule('web', '/usr/bin/systemctl, /bin/ls')).toEqual({
      file: 'postern-web',
      line: 'web ALL=(ALL) NOPASSWD: /usr/bin/systemctl, /bin/ls',
    });
    expect(sudoRule('web.1', 'ALL')).toEqual({ file: 'postern-web+1', line: 'web.1 ALL=(ALL) NOPASSWD: ALL' });
  });

  test('is not written where none is asked for', () => {
    for (const nothing of [undefined, null, '', ' , ', '/bin/whoami']) expect(sudoRule('web', nothing)).toBeUndefined();
  });

  test('is refused when it is anything but plain', () => {
    const bad = [
      'ls',
      'bin/ls',
      '/bin/ls -l',
      '/bin/*',
      '/bin/../bin/sh',
      '/bin/.',
      '/bin/ls\nroot ALL=(ALL) ALL',
      '!/bin/ls',
      '/bin/a\\,b',
      '"/bin/ls"',
      'ALL, /bin/ls',
      'NOPASSWD: ALL',
      '#include /tmp/x',
      `/${'a/'.repeat(800)}`,
      Array.from({ length: 21 }, () => '/bin/ls').join(','),
      ['/bin/ls'],
      7,
    ];
    for (const one of bad) expect(() => sudoRule('web', one), String(one)).toThrow(Refusal);
  });

  test('is for one account, never for an alias such as ALL', () => {
    for (const name of ['ALL', 'ADMINS', 'A_1']) expect(() => sudoRule(name, '/bin/ls')).toThrow(Refusal);
    expect(sudoRule('Web', '/bin/ls')?.line).toContain('Web ALL=');
  });
});
