import { encodeFrame } from '@postern/contract/frames';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw, seen } from '../test/draw.tsx';
import { FilesPane } from './FilesPane.tsx';

/** The socket as the page sees it; what the gateway says is put into it. */
class Line extends EventTarget {
  static readonly OPEN = 1;
  static opened: Line[] = [];
  readonly readyState = Line.OPEN;
  binaryType = '';
  constructor() {
    super();
    Line.opened.push(this);
  }
  send(): void {}
  close(): void {}
  says(frame: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: frame }));
  }
}

beforeEach(() => {
  Line.opened = [];
  vi.stubGlobal('WebSocket', Line);
});
afterEach(() => void vi.unstubAllGlobals());

test('whoever has files open reads that the gateway restarts, and then why the session ended', async () => {
  const input = { address: async () => 'ws://gateway.test/', attempt: 0, visible: true, onPhase: () => undefined };
  const facts = { asset: 'web-1', account: 'ops', protocol: 'sftp' };
  const box = await draw(<FilesPane input={input} facts={facts} asset="web-1" onReconnect={() => undefined} />);
  await seen(() => expect(Line.opened).toHaveLength(1));
  const [line] = Line.opened;
  await act(async () => line?.says(encodeFrame('CONNECT', { user: {}, setting: {} }, 'one')));
  expect(box.textContent).not.toContain('about to restart');
  await act(async () => line?.says(encodeFrame('TERMINAL_RESTART', { seconds: 30 }, 'one')));
  expect(box.querySelector('[role=alert]')?.textContent).toContain('This gateway is about to restart. Your session ends then.');
  expect(box.textContent).toMatch(/(30|29) s left/);
  await act(async () => line?.says(encodeFrame('CLOSE', { reason: 'gateway_stopping', params: {} }, 'one')));
  expect(box.textContent).not.toContain('about to restart');
  expect(box.textContent).toContain('The gateway is restarting. Reconnect in a moment.');
});
