import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addressGroup, createSlots } from '@postern/contract/bounds';
import { PASS_HEADER, SESSION_HEADER } from '@postern/contract/component';
import { encodeFrame, TERMINAL_SUBPROTOCOL } from '@postern/contract/frames';
import { parseUuid } from '@postern/contract/ids';
import type { EndReason } from '@postern/contract/session-end';
import type { Context, Log } from '@postern/resource';
import { WebSocketServer } from 'ws';
import { addressListed } from '../auth/address-list.ts';
import { mayBeAGateway } from '../outbound/address-class.ts';
import { addressesOf, allAddresses, type ResolvedAddress } from '../outbound/guarded-address.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import { shareOf, shareOfEach } from '../share.ts';
import { admit, type RequestGuard, requestInfoOf } from './admit.ts';
import type { GatewayProxy } from './gateway-proxy.ts';
import { absoluteUrl, readQuery } from './request.ts';
import { foreignPage, refuse } from './sockets.ts';

/** Somebody comes to a session: to watch it, by a share, or back to one of their own. */
export interface Coming {
  to: 'session' | 'share' | 'own';
  id: string;
}

/** Where a session is carried that somebody may come to. */
export interface Carried {
  session: string;
  /** Whether it is over. Its gateway tells a page that comes back why, for a while. */
  over: boolean;
  /** Where servers reach that gateway, and what they show there; undefined where it did not say. */
  gateway: { address: string; pass: string } | undefined;
}

/**
 * Finds where the session is carried that the caller comes to. Undefined where there is none, and where the caller may not come to it: nobody learns the
 * difference here.
 */
export type FindCarried = (ctx: Context, coming: Coming) => Promise<Carried | undefined>;

/** Milliseconds in which a gateway of another node has to answer. */
const ANSWER_MS = 5_000;
/** Milliseconds in which a page can take the reason why it was refused. */
const FAREWELL_MS = 5_000;
/** Sockets at a time that are looked up: each asks the database. */
const MAX_LOOKUPS = 256;
const LOOKUPS_OF_AN_ADDRESS = 64;
const PATH = '/koko/ws/terminal/';
const KINDS: Readonly<Record<string, Coming['to']>> = { monitor: 'session', share: 'share', resume: 'own' };
/** What of the answer of another gateway reaches the browser. */
const ANSWERED = ['sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions'];
/** What a gateway says of whoever comes. All else is about us, and is told in words. */
const ABOUT_THE_CALLER = new Set([400, 401, 403, 429, 503]);

export interface SessionSockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): void;
}

/** Hands sockets to the gateway of this machine, and those that are about a session to the one that carries it. */
export function createSessionSockets(guard: RequestGuard, find: FindCarried, own: GatewayProxy, log: Log): SessionSockets {
  const { processes, settings } = guard.platform;
  const lookups = createSlots(shareOf(MAX_LOOKUPS, processes), shareOfEach(LOOKUPS_OF_AN_ADDRESS, processes));
  const refusals = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1024,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(TERMINAL_SUBPROTOCOL) ? TERMINAL_SUBPROTOCOL : false),
  });

  /** A browser is told nothing of a refused handshake: it is opened, says why, and is closed. */
  function refuseInWords(request: IncomingMessage, socket: Duplex, head: Buffer, reason: EndReason): void {
    if (socket.destroyed) return;
    refusals.handleUpgrade(request, socket, head, (ws) => {
      ws.on('error', () => ws.terminate());
      ws.send(encodeFrame('CLOSE', { reason, params: {} }));
      ws.close(1000);
      setTimeout(() => ws.terminate(), FAREWELL_MS).unref();
    });
  }

  async function carriedOf(request: IncomingMessage, coming: Coming, requestId: string): Promise<Carried | undefined> {
    const requestInfo = requestInfoOf(guard, request, requestId, log);
    if (foreignPage(request, requestInfo.address.host)) return undefined;
    try {
      const query = readQuery(absoluteUrl(request.url ?? '/', requestInfo.address));
      const { ctx } = await admit(guard, request, requestInfo, { path: PATH, policy: { allow: 'user' } }, query);
      return ctx.actor.kind === 'user' ? await find(ctx, coming) : undefined;
    } catch (error) {
      // Who it is, the gateway asks as well, and says it as it always has.
      log.debug({ err: error, requestId }, 'a socket was not looked up');
      return undefined;
    }
  }

  async function handOn(request: IncomingMessage, socket: Duplex, head: Buffer, coming: Coming, requestId: string): Promise<void> {
    const leave = lookups.take(addressGroup(guard.address(request).ip));
    if (!leave) return refuse(socket, 429);
    const carried = await carriedOf(request, coming, requestId).finally(leave);
    if (socket.destroyed) return;
    const toOwn = () => own.upgrade(request, socket, head, carried && !carried.over ? [[SESSION_HEADER, carried.session]] : []);
    if (!carried?.gateway) return toOwn();
    const { address, pass } = carried.gateway;
    try {
      const headers = [...own.headersFor(request), [PASS_HEADER, pass]].flat();
      const answer = await reach(address, settings.gatewayNetworks, { method: 'GET', path: request.url, headers });
      if ('status' in answer) {
        if (ABOUT_THE_CALLER.has(answer.status)) return refuse(socket, answer.status);
        throw new Error(`it answered ${answer.status}`);
      }
      join(socket, head, answer);
    } catch (error) {
      log.warn(
        { why: error instanceof Error ? error.message : String(error), address, session: carried.session },
        'a gateway was not reached',
      );
      // At a place where no gateway is to be it may still be ours, which says whether it carries the session. A page that comes back tries again and again:
      // it comes to ours each time, so that a wrong address takes nobody's way back that was there without one.
      if (coming.to === 'own' || (error instanceof OutboundError && error.why === 'blocked')) toOwn();
      else refuseInWords(request, socket, head, 'carrier_silent');
    }
  }

  return {
    upgrade(request, socket, head, requestId) {
      const coming = comingOf(request.url ?? '');
      if (!coming) return own.upgrade(request, socket, head);
      handOn(request, socket, head, coming, requestId).catch((error: unknown) => {
        log.error({ err: error, requestId }, 'a socket could not be handed on');
        socket.destroy();
      });
    },
  };
}

function comingOf(url: string): Coming | undefined {
  const [path, query] = url.split('?', 2);
  if (path !== PATH || query === undefined) return undefined;
  const given = new URLSearchParams(query);
  const to = KINDS[given.get('type') ?? ''];
  const id = parseUuid(given.get('target_id'));
  return to && id ? { to, id } : undefined;
}

interface Opened {
  upstream: Duplex;
  head: Buffer;
  lines: readonly string[];
}

/**
 * The places of a host, where a gateway may be at all of them: one bad answer spoils the others. A component says by itself where it is, and gets the cookies of
 * whoever comes; a key that was stolen from one is not to collect them, so the operator says where gateways are.
 */
async function placesOf(host: string, networks: readonly string[]): Promise<ResolvedAddress[]> {
  const found = await addressesOf(host, allAddresses);
  if (!found.every(({ address }) => mayBeAGateway(address) && addressListed(address, networks)))
    throw new OutboundError('blocked', 'address');
  return found.map(({ address, family }) => ({ address, family }));
}

/** Connections go to what was looked at: there is no second resolution that could say something else. */
const only =
  (places: ResolvedAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = places;
    if (all) done(null, places);
    else done(null, first?.address ?? '', first?.family);
  };

/**
 * Opens a WebSocket at another gateway, in bounded time. No redirect is followed, and only a handshake that succeeded lets bytes through.
 * @throws when it cannot be reached or does not answer
 */
async function reach(address: string, networks: readonly string[], options: RequestOptions): Promise<Opened | { status: number }> {
  const { protocol, hostname, port } = new URL(address);
  const tls = protocol === 'https:';
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error('it did not answer in time')), ANSWER_MS);
  try {
    const host = hostname.replace(/^\[|\]$/g, '');
    const places = await Promise.race([placesOf(host, networks), limit.promise]);
    const send = tls ? requestTls : requestPlain;
    const opening = send({
      ...options,
      host,
      lookup: only(places),
      port: port || (tls ? 443 : 80),
      agent: false,
      // Left out, the certificate would have to be that of the host which the browser asked for.
      ...(tls ? { servername: isIP(host) ? '' : host } : {}),
    });
    const answer = new Promise<Opened | { status: number }>((resolve, reject) => {
      opening.once('upgrade', ({ rawHeaders }, upstream, head) => resolve({ upstream, head, lines: answeredLines(rawHeaders) }));
      opening.once('response', (response) => {
        response.destroy();
        resolve({ status: response.statusCode ?? 0 });
      });
      opening.on('error', reject);
    });
    opening.end();
    return await Promise.race([answer, limit.promise]).catch((error: unknown) => {
      answer.catch(() => undefined);
      opening.destroy();
      throw error;
    });
  } finally {
    clearTimeout(timer);
    limit.promise.catch(() => undefined);
  }
}

function answeredLines(raw: readonly string[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2)
    if (ANSWERED.includes((raw[at] ?? '').toLowerCase())) lines.push(`${raw[at]}: ${raw[at + 1]}`);
  return lines;
}

/** From here on bytes are piped as they come; the end of one side is that of the other. */
function join(socket: Duplex, head: Buffer, { upstream, head: first, lines }: Opened): void {
  const end = (): void => {
    upstream.destroy();
    socket.destroy();
  };
  upstream.on('error', end);
  socket.on('error', end);
  if (socket.destroyed) {
    end();
    return;
  }
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${lines.join('\r\n')}\r\n\r\n`);
  if (first.length) socket.write(first);
  if (head.length) upstream.write(head);
  Promise.all([pipeline(socket, upstream), pipeline(upstream, socket)]).catch(end);
}
