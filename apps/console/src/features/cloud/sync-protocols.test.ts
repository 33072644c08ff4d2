import { expect, test } from 'vitest';
import { protocolRows, protocolText } from './sync-protocols.ts';

test('protocols travel as text and are rows in the form', () => {
  expect(protocolRows('ssh/22 rdp/3389')).toEqual([
    { name: 'ssh', port: 22 },
    { name: 'rdp', port: 3389 },
  ]);
  expect(protocolText(protocolRows('ssh/22 rdp/3389'))).toBe('ssh/22 rdp/3389');
  expect(protocolRows('')).toEqual([]);
});
