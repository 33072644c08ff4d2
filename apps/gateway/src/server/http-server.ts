import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressGroup, createSlots } from '@postern/contract/bounds';
import { SESSION_HEADER } from '@postern/contract/component';
import { TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';
import { parseUuid } from '@postern/contract/ids';
import { type WebSocket, WebSocketServer } from 'ws';
import { admit, type Caller, remoteAddress, sameOrigin } from './admission.ts';
import { type FileSockets, serveFiles } from './files/files-page.ts';
import { isFromServer } from './from-server.ts';
import type { Waiting } from './outbound.ts';
import { createSharedQuestion } from './shared-question.ts';
import { createGuestRights } from './terminal/guest-rights.ts';
import type { Page, TerminalSockets } from './terminal/page.ts';
import type { OnRules } from './terminal/recheck.ts';
import { createRoom } from './terminal/room.ts';
import { createSeats } from './terminal/seats.ts';
import { serveTerminal } from './terminal/terminal-socket.ts';

const FILES_PATH = '/koko/ws/sftp/';
/** Where other consoles have the file manager of all assets. */
const FILE_MANAGER_PATH = '/koko/elfinder/sftp/';
const HEALTH_PATH = '/koko/health/';
const PAGE_OF = /^\/koko\/(share|monitor)\/([0-9a-f-]{36})\/?$/i;
/** Of each socket the longest message. On terminals: a paste in the largest frame of the protocol, and its JSON escapes. On files: some packets. */
const PATHS = { '/koko/ws/terminal/': 24 * 1024 * 1024, [FILES_PATH]: 1024 * 1024 } as const;
/** Upgrades whose cookies are being checked at the same time, in all and of one address. */
const MAX_HANDSHAKES = 256;
const HANDSHAKES_OF_AN_ADDRESS = 64;
/** Sockets in all; of one address, which may be an office; of one person. */
const MAX_SOCKETS = 8_192;
const SOCKETS_OF_AN_ADDRESS = 4_096;
const SOCKETS_OF_A_PERSON = 512;
/** Seconds after which somebody who was refused may come again. */
const RETRY_SECONDS = 5;

export interface HttpServerOptions extends Omit<TerminalSockets & FileSockets, 'waiting' | 'seats' | 'guests'> {
  /** How whoever has a page of a person's hears that logins of that person were ended. */
  onLogins(userId: string): OnRules;
  coreUrl: string;
  /** What a server of another node shows; undefined where none comes. */
  pass: string | undefined;
  /** Seconds for which the session of a page waits when its line was lost. */
  reconnectSeconds(): number;
  health(): { status: 'ok' | 'starting' | 'stopping'; sessions: number };
}

/** What browsers reach: health, the way to the file manager, and the WebSockets of terminals and files, nothing else. The core hands `/koko/` on. */
export function createHttpServer(options: HttpServerOptions): Server {
  const accepting = (maxPayload: number): WebSocketServer =>
    new WebSocketServer({
      noServer: true,
      maxPayload,
      maxFragments: 1_024,
      perMessageDeflate: false,
      autoPong: false,
      handleProtocols: (offered) => (offered.has(TERMINAL_SUBPROTOCOL) ? TERMINAL_SUBPROTOCOL : false),
    });
  const servers = new Map(Object.entries(PATHS).map(([path, longest]) => [path, accepting(longest)]));
  const waiting: Waiting = { bytes: 0 };
  const whose = createSharedQuestion<Caller | undefined>();
  const seats = createSeats(createRoom(options.reconnectSeconds, options.log));
  const guests = createGuestRights(options.core);
  const handshakes = createSlots(MAX_HANDSHAKES, HANDSHAKES_OF_AN_ADDRESS);
  const addresses = createSlots(MAX_SOCKETS, SOCKETS_OF_AN_ADDRESS);
  const people = createSlots(MAX_SOCKETS, SOCKETS_OF_A_PERSON);

  const server = createServer({ maxHeaderSize: 32 * 1024, headersTimeout: 10_000, requestTimeout: 15_000 }, (request, response) => {
    request.resume();
    if (request.method === 'GET' && pathOf(request) === HEALTH_PATH) {
      // Whoever spreads sessions over gateways sends no more to one that stops.
      const status = options.stopping() ? 503 : 200;
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(options.health()));
      return;
    }
    const page = request.method === 'GET' ? PAGE_OF.exec(pathOf(request)) : null;
    if (page) {
      // The pages are in the terminal app; other clients know them by these addresses.
      response.writeHead(302, { location: `/luna/${page[1]}/${page[2]}` }).end();
      return;
    }
    if (request.method === 'GET' && pathOf(request) === FILE_MANAGER_PATH) {
      response.writeHead(302, { location: '/luna/sftp', 'cache-control': 'no-store' }).end();
      return;
    }
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"code":"not_found","detail":"There is nothing at this address."}');
  });

  server.on('upgrade', (request, stream, head) => {
    // Until ws takes over, an error on the bare socket would otherwise end the process.
    const ignore = () => stream.destroy();
    stream.on('error', ignore);
    const sockets = servers.get(pathOf(request));
    if (!sockets) return refuse(stream, 404);
    if (!isFromServer(request.headers, request.socket.remoteAddress, options.pass)) return refuse(stream, 421);
    if (!offersProtocol(request)) return refuse(stream, 400);
    if (!sameOrigin(request.headers)) return refuse(stream, 403);
    const address = addressGroup(remoteAddress(request.headers, request.socket.remoteAddress));
    const handshake = handshakes.take(address);
    if (!handshake) return refuse(stream, 429);
    const leave = addresses.take(address);
    if (leave) stream.once('close', leave);
    if (!leave || stream.destroyed) {
      handshake();
      leave?.();
      return refuse(stream, addresses.taken() >= MAX_SOCKETS ? 503 : 429);
    }
    admit(options.coreUrl, request.headers, request.socket.remoteAddress)
      .finally(handshake)
      .then(
        (caller) => {
          if (stream.destroyed) return;
          if (!caller) return refuse(stream, 401);
          const gone = people.take(caller.user.id);
          if (!gone) return refuse(stream, 429);
          stream.once('close', gone);
          stream.off('error', ignore);
          sockets.handleUpgrade(request, stream, head, (socket) => open(request, socket, caller));
        },
        () => refuse(stream, 503),
      );
  });

  function open(request: IncomingMessage, socket: WebSocket, caller: Caller): void {
    const { searchParams } = new URL(request.url ?? '/', 'http://gateway');
    const { headers } = request;
    const { remoteAddress: peer } = request.socket;
    // What the core judges a login by (`admit`): all sockets of one browser ask one question.
    const login = JSON.stringify([headers.cookie, remoteAddress(headers, peer), headers['user-agent']]);
    // The login a socket was opened with may end while the socket stands.
    const isStillLoggedIn = async (since: number) =>
      (await whose(login, since, () => admit(options.coreUrl, headers, peer)))?.user.id === caller.user.id;
    const about = parseUuid(request.headers[SESSION_HEADER]);
    const page: Page = { socket, caller, about, isStillLoggedIn, onLogins: options.onLogins(caller.user.id) };
    const serving =
      pathOf(request) === FILES_PATH
        ? serveFiles(page, parseUuid(searchParams.get('token')), { ...options, waiting })
        : serveTerminal(page, searchParams, { ...options, waiting, seats, guests });
    serving.catch((error: unknown) => {
      options.log.warn({ err: error }, 'the socket of a page failed');
      socket.terminate();
    });
  }

  return server;
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

const offersProtocol = (request: IncomingMessage): boolean =>
  (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .includes(TERMINAL_SUBPROTOCOL);

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

function refuse(stream: Duplex, status: number): void {
  const later = status === 429 || status === 503 ? `Retry-After: ${RETRY_SECONDS}\r\n` : '';
  stream.end(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\n${later}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
