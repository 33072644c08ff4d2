import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PASS_HEADER, SESSION_HEADER } from '@postern/contract/component';
import type { ClientAddress } from './client-address.ts';

type HeaderLine = [name: string, value: string];

/**
 * Hands `/koko/` on to the gateway, which judges its visitors itself (docs/wire/components.md#people-in-a-browser). Bytes are
 * piped as they come; whichever side is slow slows the other down.
 */
export interface GatewayProxy {
  serves(request: IncomingMessage): boolean;
  request(request: IncomingMessage, response: ServerResponse): void;
  /** @param more header lines of ours */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, more?: readonly HeaderLine[]): void;
  /** What a gateway is told with a request: the lines of the client, and who that is. */
  headersFor(request: IncomingMessage): HeaderLine[];
}

const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Ours to say, whatever the client wrote. */
const OURS = new Set(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', PASS_HEADER, SESSION_HEADER]);

const forwarded = ({ ip, host, secure }: ClientAddress): HeaderLine[] => [
  ['x-forwarded-for', ip],
  ['x-forwarded-host', host],
  ['x-forwarded-proto', secure ? 'https' : 'http'],
];

/** Header lines in their order and spelling, without those of `left`. */
function rawHeaders(request: IncomingMessage, left: (name: string) => boolean): HeaderLine[] {
  const out: HeaderLine[] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? '';
    if (!left(name.toLowerCase())) out.push([name, request.rawHeaders[at + 1] ?? '']);
  }
  return out;
}

export function createGatewayProxy(port: number, address: (request: IncomingMessage) => ClientAddress): GatewayProxy {
  const host = '127.0.0.1';
  const headersFor = (request: IncomingMessage): HeaderLine[] => [
    ...rawHeaders(request, (name) => OURS.has(name)),
    ...forwarded(address(request)),
  ];
  return {
    serves: (request) => /^\/koko(\/|$|\?)/.test(request.url ?? ''),
    request(request, response) {
      const headers = [...rawHeaders(request, (name) => HOP.has(name) || OURS.has(name)), ...forwarded(address(request))].flat();
      const upstream = httpRequest({ host, port, method: request.method, path: request.url, headers, agent: false });
      upstream.on('response', (answer) => {
        const kept: string[] = [];
        for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2) {
          if (!HOP.has((answer.rawHeaders[at] ?? '').toLowerCase()))
            kept.push(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '');
        }
        response.writeHead(answer.statusCode ?? 502, kept);
        pipeline(answer, response).catch(() => response.destroy());
      });
      upstream.on('error', () => {
        if (response.headersSent) response.destroy();
        else
          response.writeHead(502, { 'content-type': 'application/json' }).end('{"detail":"The gateway does not answer.","code":"error"}');
      });
      response.on('close', () => upstream.destroy());
      pipeline(request, upstream).catch(() => upstream.destroy());
    },
    headersFor,
    upgrade(request, socket, head, more = []) {
      const upstream = connect({ host, port });
      const end = (): void => {
        upstream.destroy();
        socket.destroy();
      };
      upstream.on('error', () => {
        if (upstream.connecting || upstream.bytesRead === 0)
          socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        end();
      });
      socket.on('error', end);
      upstream.once('connect', () => {
        upstream.setNoDelay(true);
        const lines = [...headersFor(request), ...more].map(([name, value]) => `${name}: ${value}`);
        upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        if (head.length) upstream.write(head);
        Promise.all([pipeline(socket, upstream), pipeline(upstream, socket)]).catch(end);
      });
    },
  };
}
