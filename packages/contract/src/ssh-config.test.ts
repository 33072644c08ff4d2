import { expect, test } from 'vitest';
import { jumpTarget, sshByName, sshCommand, sshConfig } from './ssh-config.ts';

const ENTRANCE = { host: 'door.example', port: 2222, username: 'mia@example.com' };

test('names host, port and person, and leads what ends in its name through it', () => {
  expect(sshConfig(ENTRANCE)).toBe(`Host postern
  HostName door.example
  Port 2222
  User mia@example.com
  HostKeyAlias postern

Host *.postern
  ProxyJump postern
  HostKeyAlias postern
`);
  expect(sshConfig({ ...ENTRANCE, host: '[2001:db8::1]', port: 22 })).toContain('  HostName 2001:db8::1\n');
  expect(sshConfig({ ...ENTRANCE, username: 'Mia Brandt' })).toContain('  User "Mia Brandt"\n');
  expect(sshConfig({ ...ENTRANCE, username: '米娅' })).toContain('  User 米娅\n');
});

test('says it without a configuration, too', () => {
  expect(sshCommand(ENTRANCE, 'root', 'web-1')).toBe('ssh -p 2222 mia@example.com@root@web-1@door.example');
  expect(sshCommand({ ...ENTRANCE, username: 'Mia Brandt' }, 'root', 'web-1')).toBeUndefined();
  expect(sshByName('root', 'web-1')).toBe('ssh root@web-1.postern');
});

test.each(['', 'a\n  ProxyCommand x', 'a b', 'a"'])('makes nothing of the host %j', (host) => {
  expect([sshConfig({ ...ENTRANCE, host }), sshCommand({ ...ENTRANCE, host }, 'a', 'b')]).toEqual([undefined, undefined]);
});

test.each(['', 'a\n  ProxyCommand x', 'a"b', 'a\\', '%h', '$HOME', 'a`id`'])('makes nothing of the person %j', (username) => {
  expect([sshConfig({ ...ENTRANCE, username }), sshCommand({ ...ENTRANCE, username }, 'a', 'b')]).toEqual([undefined, undefined]);
});

test.each([0, 65_536, 1.5, Number.NaN])('makes nothing of the port %j', (port) => {
  expect(sshConfig({ ...ENTRANCE, port })).toBeUndefined();
});

test.each([
  ['web-1.postern', 'web-1'],
  ['web-1.POSTERN', 'web-1'],
  ['10.0.0.7.postern', '10.0.0.7'],
  ['web-1', 'web-1'],
  ['db.postern.postern', 'db.postern'],
  ['.postern', '.postern'],
])('who goes to %s goes to %s', (host, asset) => {
  expect(jumpTarget(host)).toBe(asset);
});
