import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressGroup, createRateLimit, createSlots } from '@postern/contract/bounds';
import type { Log } from '@postern/resource';
import { Gauge, type Registry } from 'prom-client';
import { type WebSocket, WebSocketServer } from 'ws';
import { LOGIN_ENDED } from '../auth/live-logins.ts';
import type { SocketRoute } from '../feature.ts';
import { shareOf, shareOfEach } from '../share.ts';
import { admit, type RequestGuard, requestInfoOf } from './admit.ts';
import { translateError } from './errors.ts';
import { absoluteUrl, readQuery } from './request.ts';
import { openSocketConnection, type Waiting } from './socket-connection.ts';

/** Messages to us are commands and states; nothing large has business here. */
const MAX_MESSAGE = 16 * 1024;
/** Sockets of all server processes on this machine, those passed on to the gateway included; of one address, which may be an office; of one person. */
const MAX_SOCKETS = 8_192;
const SOCKETS_OF_AN_ADDRESS = 4_096;
const SOCKETS_OF_A_PERSON = 32;
/** Handshakes at a time: each asks the database who it is. */
const MAX_HANDSHAKES = 256;
const HANDSHAKES_OF_AN_ADDRESS = 64;
/** Messages of a person that are taken up in a second, after a burst. Each may ask the database. */
const MESSAGES_PER_SECOND = 20;
const MESSAGES_AT_ONCE = 100;
/** Seconds after which somebody who was refused may come again. */
const RETRY_SECONDS = 5;
const PING_MS = 30_000;
/** How long a socket outlives the login, key or right it was opened with, where nobody tells that it is gone. */
const RECHECK_MS = 5_000;

/** Places for WebSockets of any kind, by address: they are taken before anything else is looked at. */
export interface SocketSlots {
  /** Takes a place until the connection closes. False when there is none: the upgrade was refused then. */
  take(ip: string, socket: Duplex): boolean;
}

export function createSocketSlots(processes: number): SocketSlots {
  const all = shareOf(MAX_SOCKETS, processes);
  const slots = createSlots(all, shareOfEach(SOCKETS_OF_AN_ADDRESS, processes));
  return {
    take(ip, socket) {
      const leave = slots.take(addressGroup(ip));
      if (leave) socket.once('close', leave);
      else refuse(socket, slots.taken() >= all ? 503 : 429);
      return leave !== undefined;
    },
  };
}

export interface SocketServer {
  /** True when the path is one of ours; the upgrade is then answered here. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): boolean;
  close(): void;
}

/** Another site's page may open a socket here with our cookie; the browser says so, and it is refused. */
export function foreignPage(request: IncomingMessage, host: string): boolean {
  const { origin } = request.headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}

/** WebSockets of the features. The handshake passes the same check as a route (docs/wire/conventions.md#websockets). */
export function createSocketServer(guard: RequestGuard, routes: readonly SocketRoute[], log: Log): SocketServer {
  const { processes } = guard.platform;
  const endpoints = routes.map((route) => ({
    route,
    server: new WebSocketServer({
      noServer: true,
      maxPayload: route.maxMessage ?? MAX_MESSAGE,
      maxFragments: 64,
      perMessageDeflate: false,
      autoPong: false,
    }),
    people: createSlots(MAX_SOCKETS, shareOfEach(route.each ?? SOCKETS_OF_A_PERSON, processes)),
  }));
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.route.path, endpoint]));
  const clients = (): WebSocket[] => endpoints.flatMap(({ server }) => [...server.clients]);
  const handshakes = createSlots(shareOf(MAX_HANDSHAKES, processes), shareOfEach(HANDSHAKES_OF_AN_ADDRESS, processes));
  const rate = createRateLimit(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE);
  const waiting: Waiting = { bytes: 0 };
  showSockets(guard.platform.metrics.registry, () => ({
    sockets: clients().length,
    bytes: clients().reduce((sum, ws) => sum + ws.bufferedAmount, 0),
  }));
  const alive = new WeakSet<WebSocket>();
  /** How sockets of a person are looked at again. */
  const rechecks = new Map<string, Set<() => void>>();
  const deaf = guard.platform.events.subscribe(LOGIN_ENDED, ({ user }) => {
    for (const recheck of rechecks.get(String(user)) ?? []) recheck();
  });
  const timer = setInterval(() => {
    for (const ws of clients()) {
      if (!alive.delete(ws)) ws.terminate();
      else ws.ping();
    }
  }, PING_MS);
  timer.unref();

  async function open(
    { route, server, people }: (typeof endpoints)[number],
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    requestId: string,
  ): Promise<void> {
    const requestInfo = requestInfoOf(guard, request, requestId, log);
    const admitted = handshakes.take(addressGroup(requestInfo.address.ip));
    if (!admitted) return refuse(socket, 429);
    try {
      const query = readQuery(absoluteUrl(request.url ?? '/', requestInfo.address));
      if (request.headers.cookie && foreignPage(request, requestInfo.address.host)) return refuse(socket, 403);
      const { ctx } = await admit(guard, request, requestInfo, route, query);
      const leave = people.take(ctx.actor.id);
      if (!leave) return refuse(socket, 429);
      socket.once('close', leave);
      // Gone while we asked who it is: the event above has been and will not come again.
      if (socket.destroyed) leave();
      server.handleUpgrade(request, socket, head, (ws) => {
        alive.add(ws);
        ws.on('pong', () => alive.add(ws));
        const recheck = () => void admit(guard, request, requestInfo, route, query, true).catch(() => ws.close(1008));
        const timer = setInterval(recheck, RECHECK_MS);
        timer.unref();
        const theirs = rechecks.get(ctx.actor.id) ?? new Set();
        rechecks.set(ctx.actor.id, theirs.add(recheck));
        ws.on('close', () => {
          clearInterval(timer);
          theirs.delete(recheck);
          if (theirs.size === 0) rechecks.delete(ctx.actor.id);
        });
        ws.on('error', (error) => log.debug({ err: error.message, path: route.path }, 'socket failed'));
        // A client may speak at once, while the route still asks the database who it is: nothing is read before somebody listens.
        ws.pause();
        const connection = openSocketConnection(ws, {
          waiting,
          rate,
          person: ctx.actor.id,
          missed: route.missed ?? 'tell',
          messages: route.messages,
        });
        Promise.resolve(route.open(ctx, connection, query))
          .catch((error: unknown) => {
            log.error({ err: error, path: route.path, requestId }, 'a socket could not be opened');
            ws.close(1011);
          })
          .finally(connection.start);
      });
    } catch (error) {
      const answer = translateError(error, requestInfo.language, requestId);
      if (answer.unexpected) log.error({ err: error, path: route.path, requestId }, 'handshake failed');
      refuse(socket, answer.status);
    } finally {
      admitted();
    }
  }

  return {
    upgrade(request, socket, head, requestId) {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      const endpoint = byPath.get(path) ?? byPath.get(`${path}/`);
      if (!endpoint) return false;
      socket.on('error', () => socket.destroy());
      void open(endpoint, request, socket, head, requestId);
      return true;
    },
    close() {
      clearInterval(timer);
      deaf();
      for (const ws of clients()) ws.close(1001);
      setTimeout(() => {
        for (const ws of clients()) ws.terminate();
      }, 1_000).unref();
      for (const { server } of endpoints) server.close();
    },
  };
}

function showSockets(registry: Registry, look: () => { sockets: number; bytes: number }): void {
  const show = (name: string, help: string, value: () => number): void => {
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(value()) });
  };
  show('postern_sockets', 'Open WebSockets, without those of the gateway', () => look().sockets);
  show('postern_socket_queue_bytes', 'Bytes that wait for the clients of these WebSockets', () => look().bytes);
}

const PHRASE: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

export function refuse(socket: Duplex, status: number): void {
  const later = status === 429 || status === 503 ? `Retry-After: ${RETRY_SECONDS}\r\n` : '';
  socket.end(`HTTP/1.1 ${status} ${PHRASE[status] ?? 'Bad Request'}\r\n${later}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
