import { encodeFrame, frame, TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';
import WebSocket from 'ws';
import { echoes, OPEN_MS, type Terminal } from './shell.ts';

export interface BrowserTerminal extends Terminal {
  /** Why it is closed, once it is. */
  lost(): string | undefined;
}

interface Way {
  /** Where the socket of terminals is. */
  port: number;
  cookie: string;
  token: string;
  /** Entered once the session is there. */
  first?: string;
}

/** A terminal as a browser opens it: over the socket of the server, or of a gateway itself. Resolves when the target has said `ready-42`. */
export async function openBrowserTerminal({ port, cookie, token, first }: Way): Promise<BrowserTerminal> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/koko/ws/terminal/?token=${token}`, [TERMINAL_SUBPROTOCOL], {
    headers: { cookie },
    perMessageDeflate: false,
  });
  let id = '';
  let lost: string | undefined;
  const { seen, echo } = echoes((letter) => socket.send(encodeFrame('TERMINAL_DATA', letter, id)));
  let output = '';
  const opened = Promise.withResolvers<void>();
  const limit = setTimeout(() => opened.reject(new Error(`No terminal: ${output.slice(-500)}`)), OPEN_MS);
  socket.on('error', opened.reject);
  socket.on('close', (code) => {
    lost ??= `${code} ${output.slice(-200)}`;
    opened.reject(new Error(`The terminal closed: ${output.slice(-500)}`));
  });
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      if (output.length < 4_000) output += String(data);
      // The target has put its terminal in place: from now on it sends keys back.
      if (output.includes('ready-42')) opened.resolve();
      seen(data as Buffer);
      return;
    }
    const message = frame.parse(JSON.parse(String(data)));
    if (message.type === 'CONNECT') {
      id = message.id;
      socket.send(encodeFrame('TERMINAL_INIT', { cols: 80, rows: 24 }, id));
    }
    if (message.type === 'TERMINAL_SESSION' && first) socket.send(encodeFrame('TERMINAL_DATA', `${first}\r`, id));
    if (message.type === 'CLOSE' || message.type === 'ERROR') output += `${message.data} ${message.err}`;
  });
  await opened.promise.finally(() => clearTimeout(limit));
  return {
    echo,
    type: (letter) => socket.send(encodeFrame('TERMINAL_DATA', letter, id)),
    lost: () => lost,
    close() {
      lost ??= 'closed here';
      socket.close(1000);
    },
  };
}
