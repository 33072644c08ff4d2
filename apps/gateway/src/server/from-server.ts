import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { PASS_HEADER } from '@postern/contract/component';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether a socket comes from a server of the installation: that of this machine by loopback, those of other nodes by the pass. Whoever else came could
 * say of themselves that they are at any address.
 */
export function isFromServer(headers: IncomingHttpHeaders, peer = '', pass?: string): boolean {
  const shown = headers[PASS_HEADER];
  if (shown === undefined) return LOOPBACK.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
  if (pass === undefined || typeof shown !== 'string') return false;
  const [given, known] = [Buffer.from(shown), Buffer.from(pass)];
  return given.length === known.length && timingSafeEqual(given, known);
}
