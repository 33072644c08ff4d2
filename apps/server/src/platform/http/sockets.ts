import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '@postern/resource';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Socket, SocketRoute } from '../feature.ts';
import { admit, arrive, type Doorkeeper } from './admit.ts';
import { translateError } from './errors.ts';
import { absoluteUrl, readQuery } from './request.ts';

/** Messages to us are commands and states; nothing large has business here. */
const MAX_MESSAGE = 1024 * 1024;
/** A client that reads nothing is dropped when this much waits for it. */
const MAX_WAITING = 16 * 1024 * 1024;
const PING_MS = 30_000;
/** How long a socket outlives the login, key or right it was opened with. */
const RECHECK_MS = 5_000;

export interface SocketServer {
  /** True when the path is one of ours; the upgrade is then answered here. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): boolean;
  close(): void;
}

function wrap(ws: WebSocket): Socket {
  return {
    send(data) {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > MAX_WAITING) ws.terminate();
      else ws.send(data);
    },
    close: (code = 1000, reason = '') => ws.close(code, reason),
    onMessage(listener) {
      ws.on('message', (data, binary) => listener(binary ? toBuffer(data) : toBuffer(data).toString()));
      ws.resume();
    },
    onClose: (listener) => void ws.on('close', listener),
  };
}

const toBuffer = (data: Buffer | ArrayBuffer | Buffer[]): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);

/** Another site's page may open a socket here with our cookie; the browser says so, and it is refused. */
function foreignPage(request: IncomingMessage, host: string): boolean {
  const { origin } = request.headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}

/** WebSockets of the features. The handshake passes the same door as a route (contract/common.md §14). */
export function createSocketServer(keeper: Doorkeeper, routes: readonly SocketRoute[], log: Log): SocketServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  const byPath = new Map(routes.map((route) => [route.path, route]));
  const alive = new WeakSet<WebSocket>();
  const timer = setInterval(() => {
    for (const ws of server.clients) {
      if (!alive.delete(ws)) ws.terminate();
      else ws.ping();
    }
  }, PING_MS);
  timer.unref();

  async function open(route: SocketRoute, request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): Promise<void> {
    const arrival = arrive(keeper, request, requestId, log);
    try {
      const query = readQuery(absoluteUrl(request.url ?? '/', arrival.address));
      if (request.headers.cookie && foreignPage(request, arrival.address.host)) return refuse(socket, 403);
      const { ctx } = await admit(keeper, request, arrival, route, query);
      server.handleUpgrade(request, socket, head, (ws) => {
        alive.add(ws);
        ws.on('pong', () => alive.add(ws));
        const recheck = setInterval(() => {
          admit(keeper, request, arrival, route, query).catch(() => ws.close(1008));
        }, RECHECK_MS);
        recheck.unref();
        ws.on('close', () => clearInterval(recheck));
        ws.on('error', (error) => log.debug({ err: error.message, path: route.path }, 'socket failed'));
        // A client may speak at once, while the route still asks the database who it is: nothing is read before somebody listens.
        ws.pause();
        Promise.resolve(route.open(ctx, wrap(ws), query))
          .catch((error: unknown) => {
            log.error({ err: error, path: route.path, requestId }, 'a socket could not be opened');
            ws.close(1011);
          })
          .finally(() => ws.resume());
      });
    } catch (error) {
      const answer = translateError(error, arrival.language, requestId);
      if (answer.unexpected) log.error({ err: error, path: route.path, requestId }, 'handshake failed');
      refuse(socket, answer.status);
    }
  }

  return {
    upgrade(request, socket, head, requestId) {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      const route = byPath.get(path) ?? byPath.get(`${path}/`);
      if (!route) return false;
      socket.on('error', () => socket.destroy());
      void open(route, request, socket, head, requestId);
      return true;
    },
    close() {
      clearInterval(timer);
      for (const ws of server.clients) ws.close(1001);
      setTimeout(() => {
        for (const ws of server.clients) ws.terminate();
      }, 1_000).unref();
      server.close();
    },
  };
}

const PHRASE: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 503: 'Service Unavailable' };

export function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${PHRASE[status] ?? 'Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
