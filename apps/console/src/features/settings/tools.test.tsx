import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { Tools } from './Tools.tsx';

/** The page of network tests over a socket that the test speaks for. */

class Line {
  static all: Line[] = [];
  sent: unknown[] = [];
  closed = false;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
    this.onclose?.();
  }
  says(msg: string): void {
    act(() => this.onmessage?.({ data: JSON.stringify({ msg }) }));
  }
}
const line = (): Line => Line.all.at(-1) as Line;
beforeEach(() => {
  Line.all = [];
  vi.stubGlobal('WebSocket', Line);
  onTestFinished(() => void vi.unstubAllGlobals());
});
const output = () => screen.getByRole('log').textContent ?? '';

test('a test is run with what was entered, its lines come one by one, and its end frees the form', async () => {
  const { user } = await draw(<Tools />);
  await user.click(screen.getByRole('radio', { name: 'Telnet' }));
  await user.type(screen.getByLabelText('Destination'), 'quay-1');
  await user.type(screen.getByLabelText('Port'), '22');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(line().url).toMatch(/\/ws\/setting\/tools\/$/);
  act(() => line().onopen?.());
  expect(line().sent).toEqual([{ tool_type: 'Telnet', dest_addr: 'quay-1', port_num: '22' }]);
  line().says('Connected to quay-1.\r\n');
  line().says('SSH-2.0-x\r\n');
  expect(output()).toBe('Connected to quay-1.\r\nSSH-2.0-x\r\n');
  act(() => line().close());
  expect(screen.getByRole('button', { name: 'Run' })).toBeEnabled();
  expect(output()).toContain('SSH-2.0-x');
});

test('a test is stopped by its button, and by leaving the page', async () => {
  const { user, unmount } = await draw(<Tools />);
  await user.type(screen.getByLabelText('Destination'), '10.0.0.1');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(line().closed).toBe(true);
  expect(output()).toContain('Stopped.');
  line().says('too late\r\n');
  expect(output()).not.toContain('too late');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  expect(Line.all).toHaveLength(2);
  expect(line().closed).toBe(false);
  unmount();
  expect(line().closed).toBe(true);
});

test('nothing is run without a destination; a choice of another test clears what was said; a refusal is told', async () => {
  const { user } = await draw(<Tools />);
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await screen.findByText('This field is required');
  expect(Line.all).toEqual([]);
  await user.type(screen.getByLabelText('Destination'), 'quay-1');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(Line.all).toHaveLength(1));
  act(() => line().close());
  expect(screen.getByText(/did not start the test/)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Ports' }));
  expect(screen.queryByText(/did not start the test/)).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Ports' })).toBeVisible();
});

test.each([
  ['zh', '运行', '目标'],
  ['ja', '実行', '宛先'],
] as const)('speaks %s', async (language, run, destination) => {
  await draw(<Tools />, { language });
  expect(screen.getByRole('button', { name: new RegExp(run.split('').join('\\s?')) })).toBeVisible();
  expect(screen.getByLabelText(destination)).toBeVisible();
});
