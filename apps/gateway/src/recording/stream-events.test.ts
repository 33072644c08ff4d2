import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createStreamEvents } from './stream-events.ts';

/** Puts a stream together again from its events, as docs/evidence.md says. */
function again(events: [string, string][], kind: 'i' | 'o'): Buffer {
  return Buffer.concat(
    events
      .filter(([, data]) => !data.startsWith('\x1b[2m'))
      .map(([code, data]) =>
        code === kind ? Buffer.from(kind === 'o' ? data.replaceAll('\r\n', '\n') : data) : Buffer.from(data, 'base64'),
      ),
  );
}

const text = Buffer.from('héllo 日本語 🚪\nline\r\nend \x1b[31m red\n'.repeat(50));
const mixed = Buffer.concat([text, randomBytes(5_000), Buffer.from([0xe6]), text, Buffer.from([0, 0, 0xf0, 0x9f])]);

it.each([
  ['text in pieces of one byte', text, 1],
  ['text in pieces that cut characters', text, 7],
  ['text and bytes that are none', mixed, 13],
  ['bytes all at once', mixed, 1e9],
])('loses and changes nothing: %s', (_what, bytes, size) => {
  for (const kind of ['i', 'o'] as const) {
    const events: [string, string][] = [];
    const stream = createStreamEvents(kind, (code, data) => events.push([code, data]) > 0);
    for (let at = 0; at < bytes.length; at += size) stream.take(bytes.subarray(at, at + size));
    stream.end();
    expect(again(events, kind).equals(bytes)).toBe(true);
    if (bytes === text) expect(events.every(([code]) => code === kind)).toBe(true);
  }
});
