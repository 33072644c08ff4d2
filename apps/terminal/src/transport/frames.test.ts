import { FIXTURE, FROM_GATEWAY, FROM_PAGE, INVALID_FRAMES } from '@postern/contract/frames.fixtures';
import { expect, it } from 'vitest';
import { decodeMessage, encode } from './codec.ts';

const { id } = FIXTURE;

it.each(Object.values(FROM_GATEWAY))('reads what the gateway says: $type, $name', ({ text, means }) => {
  expect(decodeMessage(text)).toEqual(means);
});

it('reads nothing into what is no frame', () => {
  for (const text of INVALID_FRAMES) expect(decodeMessage(text)).toEqual({ kind: 'ignored' });
});

it('writes what the gateway reads, word for word', () => {
  const written: Record<keyof typeof FROM_PAGE, string> = {
    init: encode.init(id, { cols: 80, rows: 24 }),
    able: encode.init(id, { cols: 80, rows: 24 }, { resume: true }),
    back: encode.init(id, { cols: 80, rows: 24 }, { resume: { session: FIXTURE.session.id, secret: 's3cret', received: 4096 } }),
    share: encode.ask(id, 'TERMINAL_SHARE', {
      session: FIXTURE.session.id,
      expired_time: 10,
      users: [],
      action_permission: 'readonly',
    }),
    people: encode.ask(id, 'TERMINAL_GET_SHARE_USER', { query: 'bo' }),
    ack: encode.ack(id, 4096),
    data: encode.data(id, 'ü\u0003"\r'),
    resize: encode.resize(id, 100, 30),
    ping: encode.ping(id),
    pong: encode.pong(id),
    close: encode.close(id),
  };
  for (const [name, { text }] of Object.entries(FROM_PAGE)) expect(written[name as keyof typeof written], name).toBe(text);
});
