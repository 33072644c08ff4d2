import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CastError, castText, indexAfter, parseCast, sizeOf } from './cast.ts';

const v2 =
  '{"version":2,"width":100,"height":30,"timestamp":1700000000}\n[0.5,"o","$ "]\n[1.25,"i","l"]\n[1.5,"o","ls\\r\\n"]\n[2,"r","120x40"]\n[9.5,"o","bye"]\n';

describe('parseCast', () => {
  it('reads version 2 with absolute times, leaving input out', () => {
    const cast = parseCast(v2);
    expect(cast).toMatchObject({ cols: 100, rows: 30, start: 1700000000, duration: 9.5, truncated: false });
    expect(cast.events.map((event) => [event.time, event.kind])).toEqual([
      [0.5, 'o'],
      [1.5, 'o'],
      [2, 'r'],
      [9.5, 'o'],
    ]);
  });

  it('reads version 3 with intervals and comments', () => {
    const cast = parseCast('{"version":3,"term":{"cols":90,"rows":20},"timestamp":5}\n# note\n[0.5,"o","a"]\n[0.25,"o","b"]\n');
    expect(cast).toMatchObject({ cols: 90, rows: 20, start: 5, duration: 0.75 });
  });

  it('keeps what came before a crash', () => {
    const cast = parseCast(`${v2}[12,"o","half`);
    expect(cast.truncated).toBe(true);
    expect(cast.events).toHaveLength(4);
    expect(cast.duration).toBe(9.5);
  });

  it('never runs backwards', () => {
    expect(parseCast('{"version":2,"width":80,"height":24}\n[5,"o","a"]\n[3,"o","b"]\n').events.map((event) => event.time)).toEqual([5, 5]);
  });

  it('refuses what is no recording', () => {
    for (const bad of ['', 'hello', '{}', '{"version":9}', '[1,"o","x"]']) expect(() => parseCast(bad)).toThrow(CastError);
  });

  it('reads 200,000 events', () => {
    const lines = Array.from({ length: 200_000 }, (_, n) => `[${n / 100},"o","line ${n}\\r\\n"]`);
    expect(parseCast(`{"version":2,"width":80,"height":24}\n${lines.join('\n')}\n`).events).toHaveLength(200_000);
  });
});

describe('places', () => {
  it('finds the first event after a moment', () => {
    const { events } = parseCast(v2);
    expect([indexAfter(events, 0), indexAfter(events, 0.5), indexAfter(events, 1.9), indexAfter(events, 99)]).toEqual([0, 1, 2, 4]);
  });
  it('reads sizes and refuses absurd ones', () => {
    expect(sizeOf('120x40')).toEqual({ cols: 120, rows: 40 });
    expect([sizeOf('0x40'), sizeOf('9999x1'), sizeOf('axb')]).toEqual([null, null, null]);
  });
});

describe('castText', () => {
  it('unpacks gzip and leaves plain text as it is', async () => {
    const exact = (bytes: Uint8Array): ArrayBuffer =>
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    expect(await castText(exact(gzipSync(v2)))).toBe(v2);
    expect(await castText(exact(new TextEncoder().encode(v2)))).toBe(v2);
  });
});
