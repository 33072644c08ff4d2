import { expect, test } from 'vitest';
import { sshConfig } from './ssh-config.ts';

test('names host and port', () => {
  expect(sshConfig({ host: 'door.example', port: 2222 })).toContain('  HostName door.example\n  Port 2222\n');
  expect(sshConfig({ host: '[2001:db8::1]', port: 22 })).toContain('  HostName 2001:db8::1\n');
});

test.each(['', 'a\n  ProxyCommand x', 'a b', 'a"'])('makes nothing of the host %j', (host) => {
  expect(sshConfig({ host, port: 22 })).toBeUndefined();
});

test('makes nothing of a port that is none', () => {
  expect(sshConfig({ host: 'a', port: 0 })).toBeUndefined();
});
