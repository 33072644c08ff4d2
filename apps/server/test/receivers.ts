import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import tls from 'node:tls';
import type { Certificate } from '@postern/testkit/own-certificate';

/** Real receivers of audit events, on this machine and over TLS, that can be out of order. */

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

export interface Seen {
  authorization: string | undefined;
  key: string | undefined;
  /** The events, parsed. */
  events: Event[];
}

export interface Event {
  class_uid: number;
  time: number;
  metadata: { uid: string; log_name: string; sequence: number; event_code: string; tenant_uid?: string };
  [more: string]: unknown;
}

const linesOf = (text: string): Event[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);

export interface HttpsReceiver {
  url: string;
  /** Requests that were taken. */
  taken: Seen[];
  /** Requests that came, taken or not. */
  came: Seen[];
  /** What happens to a request in place of being taken; undefined takes it. */
  trouble: ((request: IncomingMessage, response: ServerResponse, seen: Seen) => void) | undefined;
  close(): Promise<void>;
}

export async function httpsReceiver(certificate: Certificate): Promise<HttpsReceiver> {
  const made: HttpsReceiver = { url: '', taken: [], came: [], trouble: undefined, close: async () => undefined };
  const server = createServer(certificate, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { authorization, 'idempotency-key': key } = request.headers;
    const seen = { authorization, key: key as string | undefined, events: linesOf(Buffer.concat(parts).toString()) };
    made.came.push(seen);
    if (made.trouble) return made.trouble(request, response, seen);
    made.taken.push(seen);
    response.writeHead(204).end();
  });
  made.url = `https://127.0.0.1:${await listening(server)}/audit`;
  made.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return made;
}

/** Reads messages by their counted octets (RFC 5425 section 4.3); throws where a count does not fit. */
export function readFrames(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const count = bytes.subarray(at, space).toString();
    if (!/^[1-9]\d*$/.test(count)) throw new Error(`no count of octets at ${at}: ${count}`);
    const end = space + 1 + Number(count);
    if (end > bytes.length) throw new Error('a message is cut off');
    found.push(bytes.subarray(space + 1, end).toString());
    at = end;
  }
  return found;
}

export interface SyslogReceiver {
  address: string;
  /** Whole messages of connections that were closed in good order. */
  messages: string[];
  /** Takes connections and drops them before it has read what came. */
  broken: boolean;
  close(): Promise<void>;
}

export async function syslogReceiver(certificate: Certificate): Promise<SyslogReceiver> {
  const made: SyslogReceiver = { address: '', messages: [], broken: false, close: async () => undefined };
  const server = tls.createServer(certificate, (socket) => {
    socket.on('error', () => undefined);
    if (made.broken) return void socket.destroy();
    const parts: Buffer[] = [];
    socket.on('data', (part) => void parts.push(part));
    socket.on('end', () => {
      made.messages.push(...readFrames(Buffer.concat(parts)));
      socket.end();
    });
  });
  server.on('tlsClientError', () => undefined);
  made.address = `tls://127.0.0.1:${await listening(server)}`;
  made.close = async () => void (await new Promise((resolve) => server.close(resolve)));
  return made;
}
