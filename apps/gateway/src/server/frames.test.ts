import { FIXTURE, FROM_GATEWAY, FROM_PAGE, INVALID_FRAMES } from '@postern/contract/frames.fixtures';
import { expect, it } from 'vitest';
import { readFrame } from './frame-reader.ts';
import { frames } from './frame-writer.ts';

const { id, user, session } = FIXTURE;

it.each(Object.values(FROM_PAGE))('reads what a page says: $type, $name', ({ text, means }) => {
  expect(readFrame(text, 'owner')).toEqual(means);
});

it('reads nothing into what is no frame', () => {
  for (const text of INVALID_FRAMES) expect(readFrame(text, 'owner')).toEqual({ kind: 'ignored' });
});

it('writes what a page reads, word for word', () => {
  const written: Record<keyof typeof FROM_GATEWAY, string> = {
    connect: frames.connect(id, user),
    session: frames.session(id, {
      session,
      permission: { actions: ['connect', 'copy'] },
      recording: true,
      expire_at: 1_800_000_000,
      idle_minutes: 30,
    }),
    returnable: frames.session(id, {
      session,
      permission: { actions: ['connect'] },
      recording: true,
      expire_at: null,
      resume: { secret: 's3cret', seconds: 120, received: 7 },
    }),
    ack: frames.ack(id, 7),
    restart: frames.restart(id, 30),
    shared: frames.shared(id, { share_id: 's1', code: 'c0de' }),
    joined: frames.joined(id, FROM_GATEWAY.joined.means.member),
    members: frames.members(id, { t1: FROM_GATEWAY.joined.means.member }),
    paused: frames.locked(id, { user: 'Bob', reason: '' }),
    resumed: frames.locked(id, undefined),
    watched: frames.watched(id, ['Bob']),
    viewed: frames.session(id, { session, permission: null, recording: true, expire_at: null }),
    resize: frames.resize(id, { cols: 120, rows: 40 }),
    error: frames.error(id, 'no'),
    ping: frames.ping(id),
    pong: frames.pong(id),
    close: frames.close(id, { reason: 'terminated', params: { by: 'Bob' } }),
  };
  for (const [name, { text }] of Object.entries(FROM_GATEWAY)) expect(written[name as keyof typeof written], name).toBe(text);
});
