import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import fastifyCompress from '@fastify/compress';
import fastifyFormbody from '@fastify/formbody';
import fastifyMultipart from '@fastify/multipart';
import { CodedError } from '@postern/contract/errors';
import { FILE_TYPES, type Kernel, type Log, type Route } from '@postern/resource';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createBootstrapGate } from '../auth/bootstrap-gate.ts';
import type { Identity } from '../auth/identity.ts';
import { createIdentityCache } from '../auth/identity-cache.ts';
import { loginEnds } from '../auth/login-ends.ts';
import { watchLoginEnds } from '../auth/watch-login-ends.ts';
import type { Dialect, SocketRoute } from '../feature.ts';
import type { Platform } from '../platform.ts';
import { shareOf, shareOfEach } from '../share.ts';
import { type RequestGuard, type RequestInfo, requestInfoOf } from './admit.ts';
import { clientAddressReader, trustedProxy } from './client-address.ts';
import { boundConnections } from './connections.ts';
import { cookieNames } from './cookies.ts';
import { type ErrorAnswer, translateError } from './errors.ts';
import { createSessionSockets, type FindCarried } from './gateway-of-session.ts';
import { createGatewayProxy } from './gateway-proxy.ts';
import { checkedBody } from './json-body.ts';
import { mountPages, PAGES } from './mount-pages.ts';
import { mountRoutes } from './mount-routes.ts';
import { indexPaths } from './path-index.ts';
import { requirePolicies } from './policy.ts';
import { securityHeaders } from './security-headers.ts';
import { createSocketServer, createSocketSlots, refuse } from './sockets.ts';
import { readTableBody } from './table-body.ts';

const BODY_LIMIT = 2 * 1024 * 1024;
/** A client gets this long to send its headers, and a whole request without a recording in it. */
const HEADERS_MS = 20_000;
const REQUEST_MS = 600_000;
const LIMITS = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: 72_000, connectionsCheckingInterval: 5_000 };
/** Connections on the public port, in all and of one address. A browser has six; an office behind one address has many browsers. */
const CONNECTIONS = { all: 4_096, each: 1_024 };

/** A socket that is bound already, and may be others' as well. */
interface Handed {
  fd: number;
}

/** Requests by one connection where several processes share the door. */
const REQUESTS_EACH = 100;

export interface HttpServer {
  /** Starts listening; answers the port, which may have been left to the system with 0. */
  listen(at: { host: string; port: number } | Handed): Promise<number>;
  /** Also answers on a loopback port, without TLS: for the gateway on this machine. */
  listenLocally(at: { port: number } | Handed): Promise<number>;
  /** Stops listening, lets running requests end (up to the given milliseconds), closes sockets. */
  close(timeout: number): Promise<void>;
}

export interface HttpServerOptions {
  platform: Platform;
  identity: Identity;
  kernel: Kernel;
  routes: readonly Route[];
  sockets: readonly SocketRoute[];
  dialects: readonly Dialect[];
  /** Which gateway viewers and guests are handed to. */
  findCarried: FindCarried;
}

declare module 'fastify' {
  interface FastifyRequest {
    requestInfo: RequestInfo;
  }
  interface FastifyContextConfig {
    /** Bytes of a table that the route takes (`Route.fileLimit`). */
    fileLimit?: number;
  }
}

/**
 * The web server: one public port for API, pages, WebSockets and what is passed on to the gateway.
 * @throws Error when a route or socket has no policy: the server does not start.
 */
export async function createHttpServer({
  platform,
  identity,
  kernel,
  routes,
  sockets,
  dialects,
  findCarried,
}: HttpServerOptions): Promise<HttpServer> {
  requirePolicies([...routes, ...sockets]);
  const { settings, log } = platform;
  const address = clientAddressReader(settings.trustedProxies, settings.tls !== undefined);
  const guard: RequestGuard = {
    platform,
    address,
    cookies: cookieNames(settings.cookiePrefix),
    auth: {
      db: platform.database.db,
      identity,
      cache: createIdentityCache(identity, platform.events),
      bootstrap: createBootstrapGate(platform.bootstrapToken, platform.processes),
      ends: () => loginEnds(platform.systemSettings),
    },
  };
  const proxy = createGatewayProxy(settings.gatewayPort, address);
  const toGateways = createSessionSockets(guard, findCarried, proxy, log);
  let raw: Server | undefined;
  let local: Server | undefined;
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => void sendError(reply as FastifyReply, translateError(error, 'en', request.id)),
    serverFactory: (handler) => {
      const listener: RequestListener = (request, response) =>
        proxy.serves(request) ? proxy.request(request, response) : handler(request, response);
      raw = makeServer(platform, listener);
      local = createServer(LIMITS, listener);
      return raw;
    },
  });
  if (!raw || !local) throw new Error('Fastify made no server');
  const [server, beside] = [raw, local];
  const { processes } = platform;
  const bounds = { all: shareOf(CONNECTIONS.all, processes), each: shareOfEach(CONNECTIONS.each, processes) };
  // Connections that are kept spread anew now and then: one that was opened while the others were busy, or not there yet, would stay where it is.
  if (processes > 1) for (const each of [server, beside]) each.maxRequestsPerSocket = REQUESTS_EACH;
  boundConnections(server, { ...bounds, exempt: trustedProxy(settings.trustedProxies) });
  const socketServer = createSocketServer(guard, sockets, log);
  const unwatched = watchLoginEnds(platform);
  const slots = createSocketSlots(processes);
  for (const each of [server, beside])
    each.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      if (!slots.take(address(request).ip, socket)) return;
      if (proxy.serves(request)) toGateways.upgrade(request, socket, head, randomUUID());
      else if (!socketServer.upgrade(request, socket, head, randomUUID())) refuse(socket, 404);
    });

  await prepare(app, guard, log, dialects);
  mountRoutes(app, guard, kernel, routes);
  await mountPages(app, guard);
  mountFallback(app, [...routes, ...PAGES]);
  await app.ready();

  return {
    listen: (at) => bind(server, at),
    listenLocally: (at) => bind(beside, 'fd' in at ? at : { ...at, host: '127.0.0.1' }),
    async close(timeout) {
      unwatched();
      socketServer.close();
      beside.close();
      beside.closeIdleConnections();
      const force = setTimeout(() => {
        server.closeAllConnections();
        beside.closeAllConnections();
      }, timeout);
      await app.close();
      beside.closeAllConnections();
      clearTimeout(force);
    },
  };
}

function bind(server: Server, at: { host: string; port: number } | Handed): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound ? bound.port : 0);
    });
  });
}

function makeServer(platform: Platform, listener: RequestListener): Server {
  const { tls } = platform.settings;
  if (!tls) return createServer(LIMITS, listener);
  return createTlsServer(
    { ...LIMITS, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile), minVersion: 'TLSv1.2', handshakeTimeout: HEADERS_MS },
    listener,
  );
}

/** Parsers, hooks and the error handler that all routes share. */
async function prepare(app: FastifyInstance, guard: RequestGuard, log: Log, dialects: readonly Dialect[]): Promise<void> {
  await app.register(fastifyCompress, {
    global: true,
    threshold: 4_096,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    customTypes: /^(application\/json|text\/(html|css|plain|javascript)|application\/javascript|image\/svg\+xml)/,
  });
  await app.register(fastifyFormbody, { bodyLimit: BODY_LIMIT });
  await app.register(fastifyMultipart, {
    limits: { fileSize: 512 * 1024 * 1024, files: 20, fields: 200, fieldSize: 1024 * 1024, parts: 220, headerPairs: 200 },
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(['application/json', 'application/scim+json'], { parseAs: 'string' }, (request, body: string, done) => {
    // Some clients name the content type and send no body at all.
    if (body === '') done(null, undefined);
    else
      parseJson(request, body, (error, value) => {
        if (error) return done(error);
        try {
          done(null, checkedBody(value));
        } catch (refusal) {
          done(refusal as Error);
        }
      });
  });
  app.addContentTypeParser([...FILE_TYPES], (request: FastifyRequest, payload: IncomingMessage) =>
    readTableBody(payload, request.headers['content-length'], request.routeOptions.config.fileLimit, BODY_LIMIT),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.decorateRequest('arrival', null as unknown as RequestInfo);
  app.addHook('onRequest', async (request, reply) => {
    request.requestInfo = requestInfoOf(guard, request.raw, request.id, log);
    reply.header('x-request-id', request.id);
    reply.headers(securityHeaders(request.requestInfo.address.secure));
  });
  app.addHook('onResponse', async (request, reply) => observe(guard, request, reply.statusCode, reply.elapsedTime));
  app.setErrorHandler((error, request, reply) => {
    const answer = inDialect(dialects, request.url, error, translateError(error, request.requestInfo?.language ?? 'en', request.id));
    if (answer.unexpected) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed');
    return sendError(reply, answer);
  });
}

/** A refusal as the standard of its address says it. What that standard knows by itself was foreseen. */
function inDialect(dialects: readonly Dialect[], path: string, error: unknown, answer: ErrorAnswer): ErrorAnswer {
  const dialect = dialects.find(({ below }) => path.startsWith(below));
  if (!dialect) return answer;
  const { status, type, body } = dialect.refusal(error, answer);
  return { status, body, headers: { ...answer.headers, 'content-type': type }, unexpected: answer.unexpected && status >= 500 };
}

function sendError(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .headers(answer.headers ?? {});
  return reply.serializer((payload: string) => payload).send(JSON.stringify(answer.body));
}

function observe(guard: RequestGuard, request: FastifyRequest, status: number, ms: number): void {
  const { platform } = guard;
  platform.metrics.observe(request.method, request.routeOptions.url ?? 'none', status, ms / 1000);
  // The path without its query: queries may carry tokens.
  const path = request.url.split('?')[0];
  platform.log.debug(
    { requestId: request.id, method: request.method, path, status, ms: Math.round(ms), ip: request.requestInfo?.address.ip },
    'request',
  );
}

/** Whether a client that is sent elsewhere loses nothing: browsers repeat these with their method, and there is no body to repeat. */
function carriesNothing({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;
  return method === 'DELETE' && headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/** Answers for what is not there: 405 for a wrong method, 301 for a forgotten slash, else 404 (docs/wire/conventions.md#addresses). */
function mountFallback(app: FastifyInstance, routes: readonly { method: string; path: string }[]): void {
  const index = indexPaths(routes);
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/', query] = request.url.split('?');
    const methods = index.methods(path);
    if (methods) {
      reply.header('allow', [...methods].sort().join(', '));
      throw new CodedError('method_not_allowed', { method: request.method });
    }
    if (!path.endsWith('/') && carriesNothing(request) && index.methods(`${path}/`)) {
      return reply
        .code(301)
        .header('location', `${path}/${query === undefined ? '' : `?${query}`}`)
        .send();
    }
    throw new CodedError('not_found');
  });
}
