import type { FilesSessionData } from '@postern/contract/frames';
import { decodeMessage, encode, type ServerMessage } from '../transport/codec.ts';
import type { Ending } from '../transport/connection-parts.ts';
import { closeSocket, detailOf, openSocket, PING_MS, sendOn } from '../transport/socket.ts';
import { createSftpClient, type SftpClient } from './sftp/client.ts';

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
  const send = (data: string | Uint8Array<ArrayBuffer>): void => sendOn(socket, data);
  const sftp = createSftpClient(send);
  const ping = setInterval(() => send(encode.ping(id)), PING_MS);

  function end(ending: Ending): void {
    if (ended) return;
    ended = true;
    clearInterval(ping);
    sftp.lost();
    closeSocket(socket);
    events.onEnd(ending);
  }
  const broken = (error: unknown): void => {
    send(encode.close(id));
    end({ close: { reason: 'protocol_error', params: { detail: detailOf(error) } }, detail: '' });
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

  function hear(data: string | ArrayBuffer): void {
    if (ended) return;
    if (typeof data === 'string') {
      receive(decodeMessage(data));
      return;
    }
    try {
      sftp.receive(new Uint8Array(data));
    } catch (error) {
      broken(error);
    }
  }

  function open(address: string): void {
    if (ended) return;
    socket = openSocket(address, hear, () => end({ close: null, detail: lastError }));
  }
  url.then(open).catch((error: unknown) => end({ close: null, detail: detailOf(error) }));

  return {
    close() {
      send(encode.close(id));
      end({ close: { reason: 'user_closed', params: {} }, detail: '' });
    },
  };
}
