import { encodeFrame, frame, terminalInit, terminalResize } from '@postern/contract/frames';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encode } from './codec.ts';

const session = { id: 's1', user: 'Ann(ann)', asset: 'web-1(10.0.0.1)', account: 'root(root)', protocol: 'ssh' };

describe('decodeMessage', () => {
  it('reads the connection id of CONNECT', () => {
    expect(decodeMessage(encodeFrame('CONNECT', { user: {}, setting: {} }, 'c1'))).toEqual({ kind: 'connect', id: 'c1' });
  });

  it('reads a session with its rights, and one without rights as a view', () => {
    const own = decodeMessage(
      encodeFrame('TERMINAL_SESSION', { session, permission: { actions: ['connect', 'copy'] }, recording: true, expire_at: 1_800_000_000 }),
    );
    expect(own).toMatchObject({
      kind: 'session',
      data: { permission: { actions: ['connect', 'copy'] }, recording: true, expire_at: 1_800_000_000 },
    });
    const viewed = decodeMessage(encodeFrame('TERMINAL_SESSION', { session, permission: null }));
    expect(viewed).toMatchObject({ kind: 'session', data: { permission: null, recording: false, expire_at: null } });
  });

  it('reads the reason of CLOSE and keeps foreign text when there is no known reason', () => {
    expect(decodeMessage(encodeFrame('CLOSE', { reason: 'terminated', params: { by: 'Ann' } }))).toEqual({
      kind: 'close',
      close: { reason: 'terminated', params: { by: 'Ann' } },
      detail: '',
    });
    expect(decodeMessage(encodeFrame('CLOSE', 'bye'))).toEqual({ kind: 'close', close: null, detail: 'bye' });
    expect(decodeMessage(encodeFrame('CLOSE', { reason: 'made_up' }))).toMatchObject({ kind: 'close', close: null });
  });

  it('reads the size a viewer has to follow', () => {
    expect(decodeMessage(encodeFrame('TERMINAL_RESIZE', { Width: 120, Height: 40 }))).toEqual({ kind: 'resize', cols: 120, rows: 40 });
    expect(decodeMessage(encodeFrame('TERMINAL_RESIZE', { Width: 0, Height: 40 }))).toEqual({ kind: 'ignored' });
  });

  it('reads errors from err', () => {
    expect(decodeMessage(encodeFrame('TERMINAL_ERROR', '', '', 'no'))).toEqual({ kind: 'error', detail: 'no' });
  });

  it('ignores what it cannot read', () => {
    for (const bad of ['', '{', '[]', 'null', '{"type":"NOPE"}', '{"type":"TERMINAL_SESSION","data":"{"}']) {
      expect(decodeMessage(bad)).toEqual({ kind: 'ignored' });
    }
  });
});

describe('encode', () => {
  it('writes frames that the gateway reads', () => {
    const init = frame.parse(JSON.parse(encode.init('c1', { cols: 80, rows: 24 })));
    expect(init).toMatchObject({ id: 'c1', type: 'TERMINAL_INIT' });
    expect(terminalInit.parse(JSON.parse(init.data))).toEqual({ cols: 80, rows: 24, code: '' });
    expect(terminalResize.parse(JSON.parse(frame.parse(JSON.parse(encode.resize('c1', 100, 30))).data))).toEqual({ cols: 100, rows: 30 });
    expect(frame.parse(JSON.parse(encode.data('c1', 'ü\u0003"')))).toMatchObject({ type: 'TERMINAL_DATA', data: 'ü\u0003"' });
  });
});
