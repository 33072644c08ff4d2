import { isIP } from 'node:net';
import type { FieldErrorCode } from '@postern/contract/errors';
import { readSyslogAddress } from '../anchors/syslog.target.ts';
import type { ReceiverType } from './receiver.resource.ts';

/** Where a receiver is reached. */
export interface Place {
  host: string;
  port: number;
  tls: boolean;
}

/** A name of a file in the folder of receivers: no folder, no hidden file, nothing that rotation makes itself. */
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Whether this kind of receiver can have this address. UDP is no choice: nobody says what of it arrived. */
/** What is told of another one. */
export const ADDRESS_PROBLEMS = {
  file: 'invalid_file_name',
  syslog: 'invalid_syslog',
  https: 'invalid_url',
} as const satisfies Record<ReceiverType, FieldErrorCode>;

export function isAddress(type: ReceiverType, address: string): boolean {
  if (type === 'file') return FILE_NAME.test(address) && !/\.\d+$/.test(address);
  return placeOf(type, address) !== undefined;
}

/** Host and port of a receiver that is reached by the network; undefined for what is none. */
export function placeOf(type: ReceiverType, address: string): Place | undefined {
  if (type === 'syslog') {
    const where = readSyslogAddress(address);
    return where && where.protocol !== 'udp:' ? { host: where.host, port: where.port, tls: where.protocol === 'tls:' } : undefined;
  }
  const url = URL.parse(address);
  // A name, a password or a token in an address would be in logs and lists. Plain HTTP reaches what the operator allowed, and nothing else (0060).
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) return undefined;
  const tls = url.protocol === 'https:';
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (tls ? 443 : 80), tls };
}

/** An address is no server name (RFC 6066 section 3); the certificate is then compared with the address itself. */
export const serverName = (host: string): { servername?: string } => (isIP(host) === 0 ? { servername: host } : {});
