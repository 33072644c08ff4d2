import { connect } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { guardedAddress } from '../../../platform/outbound/guarded-address.ts';
import { overStream } from '../anchors/syslog.target.ts';
import type { ForwardedEvent } from './events.ts';
import { type Place, serverName } from './place.ts';
import type { Sender } from './sender.ts';

/** Facility 13 is the log of audits (RFC 5424 section 6.2.1). */
const FACILITY = 13;

const printable = (text: string, max: number): string => text.replace(/[^\x21-\x7e]/g, '-').slice(0, max) || '-';

/** One message (RFC 5424 section 6): the time is the event's, the message id its kind, what it says the line of JSON. */
export const syslogMessage = ({ kind, time, severity, line }: ForwardedEvent): string =>
  `<${FACILITY * 8 + severity}>1 ${time.toISOString()} ${printable(hostname(), 255)} postern - ${kind} - ${line}`;

/** A connection for each batch: all is written, our side closes, and when the other has closed as well it has taken the bytes. */
export const syslogSender = ({ host, port, tls }: Place, { ca, allow }: { ca: string; allow: readonly string[] }): Sender => ({
  async send(events) {
    const { address } = await guardedAddress(host, { allow, named: true });
    const messages = events.map(syslogMessage);
    if (!tls) return overStream(connect({ host: address, port }), 'connect', messages);
    const socket = connectTls({ host: address, port, ...serverName(host), ...(ca ? { ca } : {}) });
    return overStream(socket, 'secureConnect', messages);
  },
});
