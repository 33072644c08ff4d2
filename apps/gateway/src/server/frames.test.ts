import { FIXTURE, GATEWAY_SAYS, NO_FRAMES, PAGE_SAYS } from '@postern/contract/frames.fixtures';
import { expect, it } from 'vitest';
import { readFrame } from './frame-reader.ts';
import { say } from './frame-writer.ts';

const { id, user, session } = FIXTURE;

it.each(Object.values(PAGE_SAYS))('reads what a page says: $type, $name', ({ text, means }) => {
  expect(readFrame(text, 'owner')).toEqual(means);
});

it('reads nothing into what is no frame', () => {
  for (const text of NO_FRAMES) expect(readFrame(text, 'owner')).toEqual({ kind: 'ignored' });
});

it('writes what a page reads, word for word', () => {
  const written: Record<keyof typeof GATEWAY_SAYS, string> = {
    connect: say.connect(id, user),
    session: say.session(id, { session, permission: { actions: ['connect', 'copy'] }, recording: true, expire_at: 1_800_000_000 }),
    watched: say.session(id, { session, permission: null, recording: true, expire_at: null }),
    resize: say.resize(id, { cols: 120, rows: 40 }),
    error: say.error(id, 'no'),
    ping: say.ping(id),
    pong: say.pong(id),
    close: say.close(id, { reason: 'terminated', params: { by: 'Bob' } }),
  };
  for (const [name, { text }] of Object.entries(GATEWAY_SAYS)) expect(written[name as keyof typeof written], name).toBe(text);
});
