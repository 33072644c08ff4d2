import { TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';
import type { Page } from 'playwright-core';
import { PATIENCE } from './patience.ts';

export interface SocketAnswer {
  /** Whether a session came about. */
  opened: boolean;
  /** Reason of the CLOSE frame, if there was one. */
  reason?: string;
  /** Code of the WebSocket's end, if it ended by itself. */
  code?: number;
}

/** Opens the terminal's socket from a page, with that person's cookies, and answers what the gateway says to it. */
export async function socketAnswer(page: Page, query: string): Promise<SocketAnswer> {
  return page.evaluate(
    ({ address, subprotocol, limitMs }) =>
      new Promise<SocketAnswer>((resolve) => {
        const socket = new WebSocket(address.replace(/^http/, 'ws'), subprotocol);
        let id = '';
        let reason: string | undefined;
        const done = (answer: SocketAnswer): void => {
          resolve({ ...answer, ...(reason ? { reason } : {}) });
          socket.close();
        };
        setTimeout(() => done({ opened: false }), limitMs);
        socket.onclose = (event) => done({ opened: false, code: event.code });
        socket.onmessage = ({ data }) => {
          if (typeof data !== 'string') return;
          const frame = JSON.parse(data);
          if (frame.type === 'CONNECT') {
            id = frame.id;
            socket.send(JSON.stringify({ id, type: 'TERMINAL_INIT', data: JSON.stringify({ cols: 80, rows: 24 }), err: '' }));
          }
          if (frame.type === 'TERMINAL_SESSION') done({ opened: true });
          if (frame.type === 'CLOSE') reason = JSON.parse(frame.data || '{}').reason;
        };
      }),
    { address: new URL(`/koko/ws/terminal/?${query}`, page.url()).href, subprotocol: TERMINAL_SUBPROTOCOL, limitMs: PATIENCE.step },
  );
}
