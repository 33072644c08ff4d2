import { createSocket } from 'node:dgram';
import { connect, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { guardedAddress } from '../../../platform/outbound/guarded-address.ts';
import { type Anchor, printAnchor } from './anchor.ts';
import type { AnchorTarget } from './target.ts';

/** Facility 13 (log audit), severity 5 (notice): RFC 5424 §6.2.1. */
const PRIORITY = 13 * 8 + 5;
const LIMIT_MS = 10_000;
const PORTS: Readonly<Record<string, number>> = { 'udp:': 514, 'tcp:': 601, 'tls:': 6514 };

/** Where to send to: `tls://logs.example:6514`, also `tcp:` and `udp:`. Undefined for anything else. */
export function readSyslogAddress(text: string): { protocol: string; host: string; port: number } | undefined {
  const url = URL.parse(text);
  if (!url?.hostname || !Object.hasOwn(PORTS, url.protocol) || url.username || url.password || url.search || url.hash) return undefined;
  if (url.pathname !== '' && url.pathname !== '/') return undefined;
  return { protocol: url.protocol, host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (PORTS[url.protocol] ?? 0) };
}

/** One message of RFC 5424; what it says is the line that the file has, too. */
export function syslogMessage(anchor: Anchor): string {
  const host =
    hostname()
      .replace(/[^\x21-\x7e]/g, '-')
      .slice(0, 255) || '-';
  return `<${PRIORITY}>1 ${anchor.at.toISOString()} ${host} postern ${process.pid} audit-anchor - ${printAnchor(anchor)}`;
}

async function overUdp(address: string, family: number, port: number, messages: readonly string[]): Promise<void> {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.send(message, port, address, (error) => (error ? reject(error) : resolve()));
      });
  } finally {
    socket.close();
  }
}

/** How long a stream has to stay open after the last byte was written, at least, and in times of what connecting took. */
const QUIET_MS = 250;
const QUIET_TIMES = 3;

/**
 * Everything is written; the stream has to stay open for more than a way there and back; then our side is closed, and when the other has
 * closed in good order as well, it took the bytes. Syslog itself says nothing of what arrived. One that closes before we do may not
 * have read: what it had not, its system refuses with a reset, which is an error here.
 */
export async function overStream(socket: Socket, ready: 'connect' | 'secureConnect', messages: readonly string[]): Promise<void> {
  const begun = Date.now();
  let ending = false;
  let closed = false;
  let quiet: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('the syslog server does not answer in time')));
    socket.once('error', reject);
    socket.once('end', () => {
      if (ending) closed = true;
      else socket.destroy(new Error('the syslog server closed before it had everything'));
    });
    socket.once('close', () => (closed ? resolve() : reject(new Error('the connection to the syslog server was lost'))));
    socket.once(ready, () => {
      const wait = Math.max(QUIET_MS, QUIET_TIMES * (Date.now() - begun));
      // Counted octets, so that no message can be taken for two: RFC 6587 §3.4.1, RFC 5425 §4.3.
      socket.write(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(''), () => {
        quiet = setTimeout(() => {
          ending = true;
          socket.end();
        }, wait);
      });
    });
    socket.resume();
  }).finally(() => clearTimeout(quiet));
}

/**
 * A syslog server. Over TLS its certificate is verified; over UDP nobody says whether a message arrived.
 * @param allow addresses that the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW)
 */
export function syslogTarget(text: string, allow: readonly string[]): AnchorTarget | undefined {
  const where = readSyslogAddress(text);
  if (!where) return undefined;
  const { protocol, host, port } = where;
  return {
    name: `syslog ${text}`,
    async send(anchors) {
      const { address, family } = await guardedAddress(host, { allow, named: true });
      const messages = anchors.map(syslogMessage);
      if (protocol === 'udp:') return overUdp(address, family, port, messages);
      if (protocol === 'tcp:') return overStream(connect({ host: address, port }), 'connect', messages);
      // An address is no server name (RFC 6066 §3); the certificate is then compared with the address itself.
      const named = isIP(host) === 0 ? { servername: host } : {};
      return overStream(connectTls({ host: address, port, ...named }), 'secureConnect', messages);
    },
  };
}
