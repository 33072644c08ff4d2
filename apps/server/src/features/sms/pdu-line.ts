import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { guardedAddress } from '../../platform/outbound/guarded-address.ts';
import { LIMIT_MS, unreached } from './ask.ts';
import type { SmsTools } from './backend.ts';
import { SmsRefusal } from './refusal.ts';

/** Bytes of the largest packet that makes sense here: what answers us is a few dozen. */
const MAX_PACKET = 4_096;
/** Packets that nobody asked for, of one line. */
const MAX_OTHERS = 32;

export interface LineOptions {
  host: string;
  port: number;
  tools: Pick<SmsTools, 'allow' | 'limitMs'>;
  /** Encrypted; `ca`: certificates in PEM to trust in place of the public ones. */
  tls?: { ca: string };
  /** Bytes that every packet has. */
  header: number;
  /** What is said to a packet that nobody asked for, such as one that asks whether we are there. */
  other(packet: Buffer): Buffer | undefined;
}

/** A line on which packets go back and forth that begin with their length, as SMPP and CMPP have them. */
export interface PduLine {
  /** Sends a packet and waits for the one that answers it. One at a time. @throws SmsRefusal */
  ask(packet: Buffer, answers: (packet: Buffer) => boolean): Promise<Buffer>;
  close(): void;
}

/** The address is judged and dialled, so that a name cannot say something else a moment later. @throws SmsRefusal */
export async function openLine({ host, port, tools: { allow, limitMs = LIMIT_MS }, tls, header, other }: LineOptions): Promise<PduLine> {
  const late = Date.now() + limitMs;
  const { address } = await guardedAddress(host, { allow, named: true }).catch((error: unknown) => {
    throw unreached(error);
  });
  const socket: Socket = tls
    ? connectTls({
        host: address,
        port,
        minVersion: 'TLSv1.2',
        ...(isIP(host) ? {} : { servername: host }),
        ...(tls.ca ? { ca: tls.ca } : {}),
      })
    : connectPlain(port, address);
  let over: SmsRefusal | undefined;
  let waiting: { answers(packet: Buffer): boolean; found(packet: Buffer): void; lost(why: SmsRefusal): void } | undefined;
  const fail = (why: SmsRefusal): void => {
    over ??= why;
    clearTimeout(timer);
    socket.destroy();
    waiting?.lost(over);
    waiting = undefined;
  };
  // For all of it: whoever sends a byte now and then keeps nobody waiting.
  const timer = setTimeout(() => fail(new SmsRefusal('too_slow')), late - Date.now());
  let others = 0;
  const take = (packet: Buffer): void => {
    if (waiting?.answers(packet)) {
      const { found } = waiting;
      waiting = undefined;
      found(packet);
      return;
    }
    others += 1;
    const reply = other(packet);
    if (others > MAX_OTHERS) fail(new SmsRefusal('unreadable'));
    else if (reply) socket.write(reply);
  };
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (!over && rest.length >= 4) {
      const length = rest.readUInt32BE(0);
      if (length < header || length > MAX_PACKET) return fail(new SmsRefusal('unreadable'));
      if (rest.length < length) return;
      const packet = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(packet);
    }
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    fail(
      new SmsRefusal(
        tls && /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(error.code ?? '') ? 'no_trust' : 'unreachable',
        error.code,
        error,
      ),
    ),
  );
  socket.on('close', () => fail(new SmsRefusal('unreachable', 'closed')));
  return {
    ask: (packet, answers) =>
      new Promise((found, lost) => {
        if (over) return lost(over);
        waiting = { answers, found, lost };
        socket.write(packet);
      }),
    close() {
      clearTimeout(timer);
      socket.destroy();
    },
  };
}
