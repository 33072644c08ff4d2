import { encodeFrame, type Frame, frame, TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';
import WebSocket from 'ws';
import { within } from './until.ts';

/** A terminal page on the wire: what it sent and what came. */
export interface Page {
  socket: WebSocket;
  frames: Frame[];
  /** All terminal output so far. */
  output(): Buffer;
  text(): string;
  type(text: string): void;
  send(type: Frame['type'], data: unknown): void;
  /** Waits until the output matches. A text that was typed is refused: its echo would do, long before what it brings about. */
  see(what: RegExp | string, ms?: number): Promise<string>;
  frame(type: Frame['type'], ms?: number): Promise<Frame>;
  closed: Promise<number>;
}

export interface PageOptions {
  cookie?: string;
  origin?: string;
  headers?: Record<string, string>;
  size?: { cols: number; rows: number };
  /** The socket of files instead of that of terminals. */
  files?: boolean;
  /** What else TERMINAL_INIT says. */
  init?: Record<string, unknown>;
  /** Acknowledges output, as pages do that can come back; counts on from this. */
  acksFrom?: number;
}

/** Characters that were typed last, as far as they are looked at. */
const TYPED_KEPT = 8_192;

export function openPage(port: number, query: string, options: PageOptions = {}): Page {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/koko/ws/${options.files ? 'sftp' : 'terminal'}/?${query}`, [TERMINAL_SUBPROTOCOL], {
    headers: { ...(options.cookie ? { cookie: options.cookie } : {}), ...options.headers },
    ...(options.origin ? { origin: options.origin } : {}),
  });
  const frames: Frame[] = [];
  const chunks: Buffer[] = [];
  let id = '';
  let typed = '';
  let received = 0;
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      chunks.push(data as Buffer);
      received += (data as Buffer).length;
      if (options.acksFrom !== undefined) socket.send(encodeFrame('TERMINAL_ACK', { received: options.acksFrom + received }, id));
      return;
    }
    const message = frame.parse(JSON.parse(String(data)));
    frames.push(message);
    if (message.type !== 'CONNECT') return;
    id = message.id;
    socket.send(encodeFrame('TERMINAL_INIT', { ...(options.size ?? { cols: 80, rows: 24 }), ...options.init }, id));
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const until = async <T>(what: string, ms: number, look: () => T | undefined): Promise<T> => {
    const found = await within(ms, look, 5);
    if (found !== undefined) return found;
    throw new Error(
      `${what} did not come. Frames: ${JSON.stringify(frames)}; output: ${JSON.stringify(Buffer.concat(chunks).toString().slice(-2000))}`,
    );
  };
  const page: Page = {
    socket,
    frames,
    closed,
    output: () => Buffer.concat(chunks),
    text: () => Buffer.concat(chunks).toString('utf8'),
    send: (type, data) => socket.send(encodeFrame(type, data, id)),
    type(text) {
      typed = (typed + text).slice(-TYPED_KEPT);
      page.send('TERMINAL_DATA', text);
    },
    async see(what, ms = 60_000) {
      if (typeof what === 'string' && typed.includes(what.trim())) throw new Error(`"${what.trim()}" was typed: its echo would be seen`);
      return until(String(what), ms, () => {
        const text = page.text();
        return (typeof what === 'string' ? text.includes(what) : what.test(text)) ? text : undefined;
      });
    },
    frame: (type, ms = 60_000) => until(type, ms, () => frames.find((one) => one.type === type)),
  };
  return page;
}
