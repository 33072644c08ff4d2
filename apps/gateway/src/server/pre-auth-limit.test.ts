import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
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

it('gives who waits for a browser five minutes, once, and a place among few', () => {
  vi.useFakeTimers();
  try {
    const limit = createPreAuthLimit(() => 0);
    let port = 0;
    const waits = (address: string) => {
      port += 1;
      const socket = Object.defineProperties(new Socket(), { remoteAddress: { value: address }, remotePort: { value: port } });
      limit.admit(socket);
      const connection = limit.identified(address, port);
      connection?.browsing();
      return { socket, connection };
    };
    const first = waits('10.0.0.1');
    vi.advanceTimersByTime(299_000);
    // Another link is no more time.
    first.connection?.browsing();
    expect(first.socket.destroyed).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(first.socket.destroyed).toBe(true);

    const mine = Array.from({ length: 10 }, () => waits('10.0.0.2'));
    expect(mine.map(({ socket }) => socket.destroyed)).toEqual([true, true, ...Array(8).fill(false)]);
    // Those that are confirmed, or have gone, give their place back.
    mine[2]?.connection?.proved();
    mine[3]?.socket.destroy();
    mine[3]?.socket.emit('close');
    expect([waits('10.0.0.2'), waits('10.0.0.2')].map(({ socket }) => socket.destroyed)).toEqual([false, false]);
    expect(mine.slice(4).some(({ socket }) => socket.destroyed)).toBe(false);
    // Many addresses together have no more.
    const others = Array.from({ length: 80 }, (_, n) => waits(`10.1.0.${n}`));
    expect(others.at(-1)?.socket.destroyed).toBe(false);
    expect(
      [...mine, ...others].filter(({ socket, connection }) => !socket.destroyed && connection !== mine[2]?.connection).length,
    ).toBeLessThanOrEqual(64);
    expect(mine[2]?.socket.destroyed).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
