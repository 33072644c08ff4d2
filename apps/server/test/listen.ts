import { within } from '@postern/testkit/until';
import WebSocket from 'ws';

/** A socket of a test: what came in so far, and a way to wait for more. */
export interface Listening {
  frames: Record<string, unknown>[];
  send(data: object | string): void;
  /** Waits until a frame like this has come. @throws after five seconds */
  until(found: (frame: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** Close code, once it is closed. */
  closed: Promise<number>;
  close(): void;
}

/** Opens a WebSocket of the server. @throws Error with the status of a refused handshake */
export function listenTo(origin: string, path: string, headers: Readonly<Record<string, string>>): Promise<Listening> {
  const ws = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers });
  const frames: Record<string, unknown>[] = [];
  ws.on('message', (data) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>));
  const closed = new Promise<number>((resolve) => ws.on('close', resolve));
  return new Promise((resolve, reject) => {
    ws.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    ws.on('error', reject);
    ws.on('open', () =>
      resolve({
        frames,
        closed,
        send: (data) => ws.send(typeof data === 'string' ? data : JSON.stringify(data)),
        async until(found) {
          const frame = await within(60_000, () => frames.find(found), 20);
          if (frame) return frame;
          throw new Error(`It did not come; what came: ${JSON.stringify(frames).slice(0, 2_000)}`);
        },
        close: () => ws.close(),
      }),
    );
  });
}
