import { ApiError } from '@postern/client/http';
import { TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';

/** The web socket of the gateway below terminals and files: its protocol, and what both ask of a socket. */

/** Milliseconds between two signs of life. The gateway accepts 300 s of silence; well inside that also keeps proxies from closing the line. */
export const PING_MS = 25_000;

/** Opens one. `hear` is told each message, `closed` that there will be no more; of an error nothing is known but that it is closed. */
export function openSocket(address: string, hear: (data: string | ArrayBuffer) => void, closed: () => void): WebSocket {
  const socket = new WebSocket(address, TERMINAL_SUBPROTOCOL);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => hear(data));
  socket.addEventListener('close', closed);
  return socket;
}

export const standsOpen = (socket: WebSocket | undefined): socket is WebSocket => socket?.readyState === WebSocket.OPEN;

/** Says something while there is somebody to say it to. */
export function sendOn(socket: WebSocket | undefined, data: string | Uint8Array<ArrayBuffer>): void {
  if (standsOpen(socket)) socket.send(data);
}

/** Closes what is open, or is being opened. */
export function closeSocket(socket: WebSocket | undefined): void {
  if (socket && socket.readyState <= WebSocket.OPEN) socket.close();
}

/** What went wrong, as far as there are words for it: of a call that nobody answered there is only a code, which is none. */
export const detailOf = (error: unknown): string =>
  error instanceof ApiError ? error.detail : error instanceof Error ? error.message : '';
