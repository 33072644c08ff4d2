import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { draw, seen } from '../test/draw.tsx';
import { wires } from '../test/sockets.ts';
import { FilesPane } from './FilesPane.tsx';

afterEach(() => void vi.unstubAllGlobals());

test('whoever has files open reads that the gateway restarts, and then why the session ended', async () => {
  const opened = wires();
  const input = { address: async () => 'ws://gateway.test/', attempt: 0, visible: true, onPhase: () => undefined };
  const facts = { asset: 'web-1', account: 'ops', protocol: 'sftp' };
  const box = await draw(<FilesPane input={input} facts={facts} asset="web-1" onReconnect={() => undefined} />);
  await seen(() => expect(opened).toHaveLength(1));
  const [line] = opened;
  await act(async () => line?.says('CONNECT', { user: {}, setting: {} }));
  expect(box.textContent).not.toContain('about to restart');
  await act(async () => line?.says('TERMINAL_RESTART', { seconds: 30 }));
  expect(box.querySelector('[role=alert]')?.textContent).toContain('This gateway is about to restart. Your session ends then.');
  expect(box.textContent).toMatch(/(30|29) s left/);
  await act(async () => line?.says('CLOSE', { reason: 'gateway_stopping', params: {} }));
  expect(box.textContent).not.toContain('about to restart');
  expect(box.textContent).toContain('The gateway is stopping. Connect again in a moment.');
});
