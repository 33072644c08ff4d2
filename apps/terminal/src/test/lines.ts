import { vi } from 'vitest';
import { openConnection } from '../transport/connection.ts';
import type { Ending } from '../transport/connection-parts.ts';
import type { HandedLine } from '../transport/handed.ts';
import type { Wire } from './sockets.ts';

/** A page with a session, and what it heard. */
export function page(opened: Wire[], from?: HandedLine) {
  const heard = { output: '', sessions: 0, ends: [] as Ending[], lost: [] as (number | null)[] };
  const connection = openConnection(
    Promise.resolve('ws://gateway.test/koko/ws/terminal/?token=t'),
    { returns: true, ...(from ? { from } : {}) },
    {
      size: () => ({ cols: 80, rows: 24 }),
      onOutput: (bytes) => {
        heard.output += new TextDecoder().decode(bytes);
      },
      onSession: () => {
        heard.sessions += 1;
      },
      onResize: () => undefined,
      onError: () => undefined,
      onNews: () => undefined,
      onEnd: (end) => heard.ends.push(end),
      onPending: () => undefined,
      onLost: (until) => heard.lost.push(until),
      onRestart: () => undefined,
    },
  );
  const wire = async (nth: number): Promise<Wire> => vi.waitFor(() => opened[nth] ?? Promise.reject(new Error('no socket')));
  return { heard, connection, wire };
}

/** What TERMINAL_SESSION says of a session to which a page can come back. */
export const session = (secret: string, received: number) => ({
  session: { id: 's-1' },
  permission: null,
  recording: true,
  expire_at: null,
  resume: { secret, seconds: 120, received },
});
