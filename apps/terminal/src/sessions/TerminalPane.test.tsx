import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { wires } from '../test/sockets.ts';
import { TerminalPane } from './TerminalPane.tsx';

const SESSION = { session: { id: 's-1', asset: 'web-1', account: 'root', protocol: 'ssh' }, permission: null, recording: true };

/** A watched session, as the gateway tells of it. */
async function watched(told: object): Promise<HTMLElement> {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const opened = wires();
  const address = async (): Promise<string> => 'ws://gateway.test/koko/ws/terminal/?type=monitor';
  const input = { address, attempt: 1, viewer: true, name: 'web-1', visible: true, onPhase: () => undefined };
  const box = await draw(<TerminalPane input={input} />);
  const wire = await vi.waitFor(() => opened[0] ?? Promise.reject(new Error('no socket')));
  await act(async () => {
    wire.says('CONNECT', { user: {}, setting: {} });
    wire.says('TERMINAL_SESSION', { ...SESSION, ...told });
  });
  return box;
}
const note = (box: HTMLElement): string | undefined => box.querySelector('[role="note"]')?.textContent ?? undefined;

test('who watches sees what marks the machine, in words', async () => {
  const mark = { color: 'red', text: 'env:production', warning: 'Customers work here' };
  expect(note(await watched({ mark }))).toBe('env:productionCustomers work here');
});

test('no mark, and one of another form, shows nothing', async () => {
  expect(note(await watched({}))).toBeUndefined();
  expect(note(await watched({ mark: { color: 'pink', text: 'x', warning: '' } }))).toBeUndefined();
});
