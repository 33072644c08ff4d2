import { connect } from 'node:net';
import type { Reach } from '../src/features/automations/methods/method.ts';

/** A machine on a loopback port as a method sees it, trusting what `trust` trusts. */
export const loopbackReach = (port: number, protocol: string, given: Partial<Reach> = {}): Reach => ({
  name: `127.0.0.1:${port}`,
  address: '127.0.0.1',
  port,
  dial: () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(socket));
      socket.on('error', reject);
    }),
  knownKeys: async () => [],
  trust: async () => true,
  protocol: { name: protocol, setting: {} },
  platform: 'General',
  database: { name: '', tls: false },
  ...given,
});
