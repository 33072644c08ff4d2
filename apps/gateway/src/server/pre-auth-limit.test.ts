import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createPreAuthLimit } from './pre-auth-limit.ts';

/** Somebody at the door, whose time stands still. */
function arrivals() {
  const limit = createPreAuthLimit(() => 0);
  let port = 0;
  /** Whether a connection was taken; with `user` it logs in at once. */
  const comes = (address: string, user?: string): boolean => {
    port += 1;
    const socket = Object.defineProperties(new Socket(), { remoteAddress: { value: address }, remotePort: { value: port } });
    const taken = limit.admit(socket);
    const connection = limit.identified(address, port);
    if (user !== undefined) connection?.loggedIn(user);
    socket.destroy();
    return taken;
  };
  return {
    count: (times: number, address: string, user?: string) =>
      Array.from({ length: times }, () => comes(address, user)).filter(Boolean).length,
  };
}

it('takes a burst of connections that do not log in from an address, and no more', () => {
  const { count } = arrivals();
  expect(count(200, '10.0.0.1')).toBe(128);
  expect(count(200, '10.0.0.2')).toBe(128);
});

it('counts nothing against an address for those who log in, and still all that do not', () => {
  const { count } = arrivals();
  expect(count(250, '10.0.0.1', 'ada')).toBe(250);
  expect(count(200, '10.0.0.1')).toBe(128);
  // Who floods keeps out their own address alone, whoever else logs in there.
  expect(count(1, '10.0.0.1', 'bob')).toBe(0);
  expect(count(1, '10.0.0.2', 'bob')).toBe(1);
});

it('paces one person who logs in again and again, wherever they come from, and nobody beside them', () => {
  const { count } = arrivals();
  expect(count(500, '10.0.0.1', 'ada')).toBe(256 + 128);
  expect(count(500, '10.0.0.2', 'ada')).toBe(128);
  expect(count(200, '10.0.0.3', 'bob')).toBe(200);
});
