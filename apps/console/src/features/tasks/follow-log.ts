import { readFrame } from '../../session/frame.ts';
/** The log socket's protocol (docs/wire/jobs.md#the-log-socket): one request out, pieces of text in, an end. */

export interface LogHandlers {
  write: (text: string) => void;
  /** `found` is false when there was nothing to show: no such task, or another's. */
  ended: (found: boolean) => void;
  lost: () => void;
}

type LogSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Asks for a run's log and passes on what comes. The function it answers leaves: nothing is called after it. */
export function followLog(socket: LogSocket, { id, type }: { id: string; type: string }, handlers: LogHandlers): () => void {
  let over = false;
  let found = false;
  socket.onopen = () => socket.send(JSON.stringify({ task: id, type }));
  socket.onmessage = ({ data }: MessageEvent) => {
    if (over) return;
    const frame = readFrame(data);
    if (!frame) return;
    if (typeof frame.message === 'string' && frame.message !== '') {
      if (frame.message !== '.') found = true;
      handlers.write(frame.message);
    }
    if (frame.event === 'end') {
      over = true;
      handlers.ended(found);
      socket.close();
    }
  };
  socket.onclose = () => {
    if (!over) handlers.lost();
    over = true;
  };
  return () => {
    over = true;
    socket.close();
  };
}
