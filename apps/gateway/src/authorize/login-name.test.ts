import { describe, expect, test } from 'vitest';
import { readLoginName } from './login-name.ts';

const PROTOCOLS = new Set(['ssh', 'telnet']);
const ID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const read = (name: string) => readLoginName(name, PROTOCOLS);

describe('the user name of an SSH login', () => {
  test.each([
    ['mia', 'mia', undefined],
    ['mia@example.com', 'mia@example.com', undefined],
    ['mia@root@web-1', 'mia', ['root', 'web-1', undefined]],
    ['mia+root+web-1', 'mia', ['root', 'web-1', undefined]],
    ['mia#root#10.0.0.7', 'mia', ['root', '10.0.0.7', undefined]],
    ['mia@telnet@admin@switch-1', 'mia', ['admin', 'switch-1', 'telnet']],
    ['mia@example.com@root@web-1', 'mia@example.com', ['root', 'web-1', undefined]],
    ['mia@example.com@ssh@root@web-1', 'mia@example.com', ['root', 'web-1', 'ssh']],
    ['mia@example.com+root+web-1', 'mia@example.com', ['root', 'web-1', undefined]],
    // Somebody may be called like a protocol.
    ['ssh@root@web-1', 'ssh', ['root', 'web-1', undefined]],
    [`mia@root@${ID}`, 'mia', ['root', ID, undefined]],
  ] as const)('%s', (name, username, target) => {
    const [account, asset, protocol] = target ?? [];
    expect(read(name)).toEqual({ kind: 'person', username, target: target ? { account, asset, protocol } : undefined });
  });

  test('of a token names it, whatever else it looks like', () => {
    expect(read(`JMS-${ID}`)).toEqual({ kind: 'token', id: ID });
    expect(read(`jms-${ID.replaceAll('-', '')}`)).toEqual({ kind: 'token', id: ID });
  });

  test.each(['', 'JMS-', 'JMS-../../x', 'mia@@web-1', 'mia@root@', '@root@web-1', 'x'.repeat(513)])('%j is none', (name) => {
    expect(read(name)).toBeUndefined();
  });
});
