import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MessageBell } from '../features/messages/MessageBell.tsx';
import { TicketBell } from '../features/tickets/TicketBell.tsx';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';

/** Stands where the browser has its sockets; the last one that was opened can be spoken through. */
class Line {
  static last: Line | undefined;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  onopen?: () => void;
  url: string;
  constructor(url: string) {
    this.url = url;
    Line.last = this;
  }
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', Line);
  onTestFinished(() => void vi.unstubAllGlobals());
  updateSession({ profile: { id: 'me', username: 'mia', perms: [] } as unknown as Profile });
});

test('the number of unread messages comes over a socket, 99+ above 99, none at 0', async () => {
  serve({});
  await draw(<MessageBell />);
  expect(Line.last?.url).toBe(`${location.origin.replace('http', 'ws')}/ws/notifications/site-msg/`);
  const tell = (frame: unknown) => act(() => Line.last?.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) }));
  const shown = () => document.querySelector('.ant-badge-count')?.textContent;
  for (const [count, text] of [
    [7, '7'],
    [99, '99'],
    [100, '99+'],
  ] as const) {
    tell({ unread_count: count });
    await waitFor(() => expect(shown()).toBe(text));
  }
  tell('not json');
  expect(shown()).toBe('99+');
  tell({ unread_count: 0 });
  await waitFor(() => expect(screen.getByRole('button')).toHaveAccessibleName('Site messages'));
});

test('a socket that fails three times is told once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { toast, ToastHost } = await import('@postern/ui');
  onTestFinished(toast.close);
  serve({});
  await draw(
    <>
      <MessageBell />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
  );
  for (let failures = 1; failures <= 3; failures += 1) {
    expect(document.querySelector('.p-toast'), `after ${failures - 1}`).toBeNull();
    await act(async () => Line.last?.onclose?.());
    if (failures < 3) await act(() => vi.advanceTimersByTimeAsync(60_000));
  }
  expect(document.querySelector('.p-toast')).not.toBeNull();
});

test('tickets that wait for a person are counted with the first fifteen', async () => {
  const asked = serve({ 'GET tickets/tickets/': { count: 123, results: [] } });
  await draw(<TicketBell />);
  await waitFor(() => expect(document.querySelector('.ant-badge-count')?.textContent).toBe('99+'));
  expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
    assignees__id: 'me',
    status: 'open',
    offset: '0',
    limit: '15',
    display: '1',
    draw: '1',
  });
  expect(screen.getByRole('link')).toHaveAttribute('href', '/tickets/assigned-tickets');
});
