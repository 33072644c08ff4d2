import { TERMINAL_SUBPROTOCOL, type TerminalClose, type TerminalSessionData } from '@postern/contract/frames';
import { decodeMessage, encode, type ServerMessage } from './codec.ts';
import { createInputQueue } from './input-queue.ts';

/** Seconds of silence the gateway accepts are 300; a ping well inside that also keeps proxies from closing the line. */
const PING_MS = 25_000;

export interface Size {
  cols: number;
  rows: number;
}

/** How a connection ended: the gateway's reason when it gave one, its text, or neither when the line was lost. */
export interface Ending {
  close: TerminalClose | null;
  detail: string;
}

export interface ConnectionEvents {
  /** The current size of the terminal, asked for when the gateway is ready. */
  size(): Size;
  onOutput(bytes: Uint8Array): void;
  onSession(data: TerminalSessionData): void;
  /** Size a viewer has to take over from the owner of the session. */
  onResize(size: Size): void;
  onError(detail: string): void;
  /** Once, last. */
  onEnd(ending: Ending): void;
  /** Characters typed or pasted that are not sent yet. */
  onPending(characters: number): void;
}

export interface Connection {
  type(text: string): void;
  /** Raw bytes, as legacy mouse reports need them. */
  typeBytes(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** Drops what is typed or pasted but not sent. */
  cancelInput(): void;
  /** Ends the session from this side. */
  close(): void;
}

/**
 * Opens the terminal socket (docs/wire/components.md#the-terminal-socket) and speaks its envelope. `url` is absolute (ws or wss)
 * and may still have to be asked for; what is typed until then is kept. Nothing here draws, and nothing throws:
 * whatever happens ends in `onEnd`, exactly once.
 */
export function openConnection(url: Promise<string>, events: ConnectionEvents): Connection {
  let socket: WebSocket | undefined;
  let id = '';
  let ended = false;
  let lastError = '';

  const send = (data: string | Uint8Array<ArrayBuffer>): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  };
  const input = createInputQueue(
    {
      ready: () => id !== '' && socket?.readyState === WebSocket.OPEN,
      buffered: () => socket?.bufferedAmount ?? 0,
      send: (text) => send(encode.data(id, text)),
    },
    events.onPending,
  );
  const ping = setInterval(() => send(encode.ping(id)), PING_MS);

  function end(ending: Ending): void {
    if (ended) return;
    ended = true;
    clearInterval(ping);
    input.clear();
    if (socket && socket.readyState <= WebSocket.OPEN) socket.close();
    events.onEnd(ending);
  }

  function receive(message: ServerMessage): void {
    switch (message.kind) {
      case 'connect': {
        id = message.id;
        const { cols, rows } = events.size();
        send(encode.init(id, cols, rows));
        // What was typed meanwhile; the gateway keeps it until the shell is there.
        input.start();
        return;
      }
      case 'session':
        events.onSession(message.data);
        return;
      case 'resize':
        events.onResize(message);
        return;
      case 'error':
        lastError = message.detail;
        events.onError(message.detail);
        return;
      case 'close':
        end({ close: message.close, detail: message.detail || lastError });
        return;
      case 'ping':
        send(encode.pong(id));
        return;
      default:
        return;
    }
  }

  function open(address: string): void {
    if (ended) return;
    const made = new WebSocket(address, TERMINAL_SUBPROTOCOL);
    made.binaryType = 'arraybuffer';
    made.addEventListener('message', (event: MessageEvent<string | ArrayBuffer>) => {
      if (ended) return;
      if (typeof event.data === 'string') receive(decodeMessage(event.data));
      else events.onOutput(new Uint8Array(event.data));
    });
    made.addEventListener('close', () => end({ close: null, detail: lastError }));
    made.addEventListener('error', () => undefined);
    socket = made;
  }
  url.then(open).catch((error: unknown) => end({ close: null, detail: error instanceof Error ? error.message : '' }));

  return {
    type: (text) => {
      if (!ended) input.push(text);
    },
    typeBytes: (bytes) => send(new Uint8Array(bytes)),
    resize: ({ cols, rows }) => {
      if (id) send(encode.resize(id, cols, rows));
    },
    cancelInput: () => input.clear(),
    close: () => {
      send(encode.close(id));
      end({ close: { reason: 'user_closed', params: {} }, detail: '' });
    },
  };
}
