import { type FilesSessionData, TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';
import { decodeMessage, encode, type ServerMessage } from '../transport/codec.ts';
import type { Ending } from '../transport/connection-parts.ts';
import { createSftpClient, type SftpClient } from './sftp/client.ts';

const PING_MS = 25_000;

export interface LineEvents {
  /** The target is there, and speaks SFTP. */
  onReady(sftp: SftpClient, data: FilesSessionData): void;
  /** The gateway restarts at a moment in milliseconds. */
  onRestart(at: number): void;
  /** Words of the gateway or the target. */
  onNotice(detail: string): void;
  /** Once, last. */
  onEnd(ending: Ending): void;
}

export interface Line {
  /** Ends the session from this side. */
  close(): void;
}

/**
 * Opens the socket of files (docs/wire/components.md#the-socket-of-files): the frames of terminals about the session, SFTP as binary frames.
 * Whatever happens ends in `onEnd`, exactly once, and rejects what waits for an answer.
 */
export function openLine(url: Promise<string>, events: LineEvents): Line {
  let socket: WebSocket | undefined;
  let id = '';
  let ended = false;
  let lastError = '';
  const send = (data: string | Uint8Array<ArrayBuffer>): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  };
  const sftp = createSftpClient(send);
  const ping = setInterval(() => send(encode.ping(id)), PING_MS);

  function end(ending: Ending): void {
    if (ended) return;
    ended = true;
    clearInterval(ping);
    sftp.lost();
    if (socket && socket.readyState <= WebSocket.OPEN) socket.close();
    events.onEnd(ending);
  }
  const broken = (error: unknown): void => {
    const detail = error instanceof Error ? error.message : '';
    send(encode.close(id));
    end({ close: { reason: 'protocol_error', params: { detail } }, detail: '' });
  };

  function receive(message: ServerMessage): void {
    if (message.kind === 'connect') id = message.id;
    else if (message.kind === 'ping') send(encode.pong(id));
    else if (message.kind === 'close') end({ close: message.close, detail: message.detail || lastError });
    else if (message.kind === 'restart') events.onRestart(Date.now() + message.seconds * 1000);
    else if (message.kind === 'error') {
      lastError = message.detail;
      events.onNotice(message.detail);
    } else if (message.kind === 'session') {
      const data = message.data as FilesSessionData;
      sftp.start().then(() => {
        if (!ended) events.onReady(sftp, { ...data, folder: typeof data.folder === 'string' ? data.folder : '' });
      }, broken);
    }
  }

  function open(address: string): void {
    if (ended) return;
    const made = new WebSocket(address, TERMINAL_SUBPROTOCOL);
    made.binaryType = 'arraybuffer';
    made.addEventListener('message', (event: MessageEvent<string | ArrayBuffer>) => {
      if (ended) return;
      if (typeof event.data === 'string') {
        receive(decodeMessage(event.data));
        return;
      }
      try {
        sftp.receive(new Uint8Array(event.data));
      } catch (error) {
        broken(error);
      }
    });
    made.addEventListener('close', () => end({ close: null, detail: lastError }));
    socket = made;
  }
  url.then(open).catch((error: unknown) => end({ close: null, detail: error instanceof Error ? error.message : '' }));

  return {
    close() {
      send(encode.close(id));
      end({ close: { reason: 'user_closed', params: {} }, detail: '' });
    },
  };
}
