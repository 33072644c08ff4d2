import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';
import { WebSocketServer } from 'ws';
import { admit, sameOrigin, type Visitor } from './admission.ts';
import { serveTerminal, type TerminalSockets } from './terminal-socket.ts';

const TERMINAL_PATH = '/koko/ws/terminal/';
const HEALTH_PATH = '/koko/health/';
/** One message: a paste of the contract's largest frame, and its JSON escapes. */
const MAX_MESSAGE = 24 * 1024 * 1024;
/** Upgrades whose cookies are being checked at the same time. */
const MAX_KNOCKING = 256;
const MAX_SOCKETS = 8_192;

export interface HttpDoor extends TerminalSockets {
  coreUrl: string;
  health(): { status: 'ok' | 'starting'; sessions: number };
}

/** The browser's door: health and the terminal WebSocket, nothing else. Listens on loopback; the core hands `/koko/` on. */
export function createHttpServer(around: HttpDoor): Server {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(TERMINAL_SUBPROTOCOL) ? TERMINAL_SUBPROTOCOL : false),
  });
  let knocking = 0;

  const server = createServer({ maxHeaderSize: 32 * 1024, headersTimeout: 10_000, requestTimeout: 15_000 }, (request, response) => {
    request.resume();
    if (request.method === 'GET' && pathOf(request) === HEALTH_PATH) {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(around.health()));
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
    if (pathOf(request) !== TERMINAL_PATH) return refuse(stream, 404);
    if (!offersProtocol(request)) return refuse(stream, 400);
    if (!sameOrigin(request.headers)) return refuse(stream, 403);
    if (knocking >= MAX_KNOCKING || sockets.clients.size >= MAX_SOCKETS) return refuse(stream, 503);
    knocking += 1;
    admit(around.coreUrl, request.headers, request.socket.remoteAddress)
      .finally(() => {
        knocking -= 1;
      })
      .then(
        (visitor) => {
          if (stream.destroyed) return;
          if (!visitor) return refuse(stream, 401);
          stream.off('error', ignore);
          sockets.handleUpgrade(request, stream, head, (socket) => open(request, socket, visitor));
        },
        () => refuse(stream, 503),
      );
  });

  function open(request: IncomingMessage, socket: Parameters<typeof serveTerminal>[0], visitor: Visitor): void {
    const { searchParams } = new URL(request.url ?? '/', 'http://gateway');
    // The login a socket was opened with may end while the socket stands.
    const stillIn = async () => {
      const now = await admit(around.coreUrl, request.headers, request.socket.remoteAddress);
      return now?.user.id === visitor.user.id;
    };
    serveTerminal(socket, visitor, searchParams, around, stillIn).catch((error: unknown) => {
      around.log.warn({ err: error }, 'a terminal socket failed');
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
  503: 'Service Unavailable',
};

function refuse(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
