import { encodeFrame, FRAME_TYPES } from '@postern/contract/frames';
import { describe, expect, it } from 'vitest';
import { remoteAddress, sameOrigin } from './admission.ts';
import { readFrame } from './frame-reader.ts';

describe('readFrame', () => {
  it('reads what a page may say', () => {
    expect(readFrame(encodeFrame('TERMINAL_INIT', { cols: 80, rows: 24, code: '' }, 'c'), 'owner')).toEqual({
      kind: 'init',
      id: 'c',
      init: { cols: 80, rows: 24, code: '' },
    });
    expect(readFrame(encodeFrame('TERMINAL_DATA', 'ls\r', 'c'), 'owner')).toEqual({ kind: 'data', text: 'ls\r' });
    expect(readFrame(encodeFrame('TERMINAL_RESIZE', { cols: 1, rows: 1000 }), 'owner')).toEqual({ kind: 'resize', cols: 1, rows: 1000 });
    expect(readFrame(encodeFrame('PING'), 'owner')).toEqual({ kind: 'ping' });
    expect(readFrame(encodeFrame('CLOSE'), 'owner')).toEqual({ kind: 'close' });
  });
  it('lets a viewer say only what moves nothing', () => {
    const accepted = FRAME_TYPES.filter((type) => {
      const data = type === 'TERMINAL_INIT' || type === 'TERMINAL_RESIZE' ? { cols: 80, rows: 24 } : 'ls\r';
      return readFrame(encodeFrame(type, data), 'viewer').kind !== 'ignored';
    });
    expect(accepted).toEqual(['TERMINAL_INIT', 'CLOSE', 'PING']);
  });
  it('ignores everything else and never throws', () => {
    const bad = [
      '',
      '{',
      'null',
      '[]',
      '{"type":"X"}',
      encodeFrame('TERMINAL_SESSION', {}),
      encodeFrame('TERMINAL_INIT', 'no'),
      encodeFrame('TERMINAL_RESIZE', { cols: 0, rows: 5 }),
      encodeFrame('TERMINAL_RESIZE', { cols: 5e9, rows: 5 }),
      '{"type":"TERMINAL_DATA","data":{}}',
    ];
    for (const text of bad) expect(readFrame(text, 'owner')).toEqual({ kind: 'ignored' });
  });
});

describe('sameOrigin', () => {
  it('compares the page with the host it spoke to', () => {
    expect(sameOrigin({ origin: 'http://bastion:8080', host: 'bastion:8080' })).toBe(true);
    expect(sameOrigin({ origin: 'https://bastion', host: '127.0.0.1:8081', 'x-forwarded-host': 'bastion' })).toBe(true);
    expect(sameOrigin({ host: 'bastion' })).toBe(true);
    for (const origin of ['http://bastion:9090', 'https://bastion.evil', 'null', 'file://', 'x'])
      expect(sameOrigin({ origin, host: 'bastion:8080' })).toBe(false);
  });
});

describe('remoteAddress', () => {
  it('believes the nearest proxy only', () => {
    expect(remoteAddress({ 'x-forwarded-for': '1.1.1.1, 10.0.0.7' }, '127.0.0.1')).toBe('10.0.0.7');
    expect(remoteAddress({ 'x-forwarded-for': '<script>' }, '127.0.0.1')).toBe('127.0.0.1');
    expect(remoteAddress({}, '::1')).toBe('::1');
  });
});
