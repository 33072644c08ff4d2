import { readFrame } from './frame.ts';

/** A WebSocket of the console that comes back by itself (docs/behaviour/start-and-views.md#sockets). */

const FIRST_MS = 1_000;
const LAST_MS = 60_000;

export interface SocketHandlers {
  onFrame: (frame: Record<string, unknown>) => void;
  /** A try has failed; the count begins again with every connection that worked. */
  onFailure?: (failures: number) => void;
  onOpen?: (send: (frame: object) => void) => void;
}

/** Address of a socket of the server the page came from. */
export const socketAddress = (path: string): string => `${location.origin.replace(/^http/, 'ws')}${path}`;

/** Milliseconds until the next try: doubled each time up to a minute, and spread, so that a restart is not met by all at once. */
export function retryDelay(failures: number, spread: number): number {
  return Math.round(Math.min(LAST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.75 + spread / 2));
}

/** Opens the socket and keeps it open until the function it answers is called. */
export function keepSocket(path: string, { onFrame, onFailure, onOpen }: SocketHandlers): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;

  function open(): void {
    const next = new WebSocket(socketAddress(path));
    socket = next;
    next.onopen = () => {
      failures = 0;
      onOpen?.((frame) => next.send(JSON.stringify(frame)));
    };
    next.onmessage = ({ data }) => {
      const frame = readFrame(data);
      if (frame) onFrame(frame);
    };
    next.onclose = () => {
      if (stopped) return;
      failures += 1;
      onFailure?.(failures);
      timer = setTimeout(open, retryDelay(failures, Math.random()));
    };
  }

  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
