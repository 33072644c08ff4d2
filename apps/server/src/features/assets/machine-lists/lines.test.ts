import { expect, test } from 'vitest';
import { readMachineList } from './formats.ts';

test('lines as people write them give machines, and what gives none is told', () => {
  const list = readMachineList(
    'root@10.0.0.1:2222\n# a note\n\nweb-01\r\nssh://ops@db-1  the old one\n[2001:db8::1]:22\nops@:22\nhost:99999',
  );
  expect(list?.format).toBe('lines');
  expect(list?.machines).toEqual([
    { line: 1, name: '10.0.0.1', address: '10.0.0.1', username: 'root', port: 2222 },
    { line: 4, name: 'web-01', address: 'web-01' },
    { line: 5, name: 'db-1', address: 'db-1', protocol: 'ssh', username: 'ops', comment: 'the old one' },
    { line: 6, name: '2001:db8::1', address: '2001:db8::1', port: 22 },
  ]);
  expect(list?.unread).toEqual([
    { line: 7, text: 'ops@:22', reason: 'syntax' },
    { line: 8, text: 'host:99999', reason: 'port' },
  ]);
});
