import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientAddressReader } from './client-address.ts';

const request = (remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: { host: 'core.example', ...headers } }) as unknown as IncomingMessage;

describe('client address', () => {
  const read = clientAddressReader(['10.0.0.0/8', '::1'], false);

  test('a stranger cannot write themselves an address', () => {
    const found = read(
      request('203.0.113.9', { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }),
    );
    expect(found).toEqual({ ip: '203.0.113.9', secure: false, host: 'core.example' });
  });

  test('a named proxy is believed', () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'gate.example' };
    expect(read(request('::ffff:10.1.2.3', headers))).toEqual({ ip: '198.51.100.7', secure: true, host: 'gate.example' });
  });

  test('what stands left of the last stranger was written by the stranger', () => {
    expect(read(request('10.1.2.3', { 'x-forwarded-for': '1.2.3.4, 198.51.100.7, 10.9.9.9' })).ip).toBe('198.51.100.7');
  });

  test('nonsense in the chain ends it', () => {
    expect(read(request('10.1.2.3', { 'x-forwarded-for': '1.2.3.4, <script>, 10.9.9.9' })).ip).toBe('10.9.9.9');
  });

  test('IPv4 in IPv6 clothes is shown as IPv4', () => {
    expect(read(request('::ffff:203.0.113.9')).ip).toBe('203.0.113.9');
  });
});
