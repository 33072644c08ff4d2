import { CodedError } from '@postern/contract/errors';
import { describe, expect, test } from 'vitest';
import { createHashQueue, inHashQueue, type QueueKey } from './hash-queue.ts';

const LIMITS = { atOnce: 1, perAddress: 8, perAccount: 8, total: 12 };

/** Turns whose work ends when the test says so; answers the order in which work began. */
function bench(limits = LIMITS) {
  const queue = createHashQueue(limits);
  const began: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, key: Partial<QueueKey> = {}): void => {
    const full = { address: name, account: name, ...key };
    queue
      .run(full, () => {
        began.push(name);
        return new Promise<void>((end) => ends.push(end));
      })
      .catch((error: unknown) => {
        if (!(error instanceof CodedError) || error.code !== 'busy') throw error;
        refused.push(name);
      });
  };
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 8; i += 1) await Promise.resolve();
  };
  const drain = async (): Promise<void> => {
    await settle();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { queue, began, refused, ask, settle, drain };
}

describe('turns', () => {
  test('addresses come by turns, and so do the accounts of one address', async () => {
    const { ask, began, drain } = bench();
    for (let i = 0; i < 4; i += 1) ask('flood', { account: 'root' });
    ask('flood-other', { address: 'flood', account: 'other' });
    ask('guest');
    await drain();
    expect(began).toEqual(['flood', 'flood', 'guest', 'flood-other', 'flood', 'flood']);
  });

  test('one address, and one account from many addresses, fill only their part of the line', async () => {
    const { ask, refused, queue, settle, drain } = bench();
    ask('running');
    for (let i = 0; i < 10; i += 1) ask('flood');
    await settle();
    expect(refused).toEqual(['flood', 'flood']);
    await drain();
    ask('running');
    for (let i = 0; i < 10; i += 1) ask(`bot-${i}`, { account: 'root' });
    await settle();
    expect(queue.state()).toEqual({ waiting: 8, running: 1, refused: 4 });
    await drain();
  });

  test('in a full line whoever has least takes a place of whoever has most', async () => {
    const { ask, refused, began, settle, drain } = bench();
    ask('running');
    for (let i = 0; i < 8; i += 1) ask('flood');
    for (let i = 0; i < 4; i += 1) ask('second');
    ask('guest');
    await settle();
    expect(refused).toEqual(['flood']);
    await drain();
    expect(began.slice(0, 4)).toEqual(['running', 'flood', 'second', 'guest']);
  });

  test('who waits with a transaction open does not wait for logins, however many of them there are', async () => {
    const key = { address: 'admin', account: 'admin', inTransaction: true } as const;
    // A login that gets no connection of the pool until the transactions are over.
    let over: () => void = () => undefined;
    const login = inHashQueue(
      { address: 'guest', account: 'guest' },
      () =>
        new Promise<void>((end) => {
          over = end;
        }),
    );
    const made = await Promise.all(Array.from({ length: 20 }, (_, n) => inHashQueue(key, async () => n)));
    expect(made).toHaveLength(20);
    over();
    await login;
  });

  test('work that fails gives its turn on', async () => {
    const { queue } = bench();
    const key = { address: 'a', account: 'a' };
    await expect(queue.run(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(key, async () => 'next')).toBe('next');
    expect(queue.state()).toMatchObject({ waiting: 0, running: 0 });
  });
});
