import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Who is at the other end, and as which address the client knows us. */
export interface ClientAddress {
  ip: string;
  secure: boolean;
  /** Host and port as the client wrote them. */
  host: string;
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

function parseRanges(proxies: readonly string[]): Range[] {
  return proxies.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.parse(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

function normalise(address: string): string | undefined {
  const bare = address.trim().replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

/** Whether an address is one of the named proxies. */
export function trustedProxy(trustedProxies: readonly string[]): (ip: string) => boolean {
  const ranges = parseRanges(trustedProxies);
  return (ip) => {
    if (!ipaddr.isValid(ip)) return false;
    const parsed = ipaddr.process(ip);
    return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits));
  };
}

/** `X-Forwarded-*` is believed only from the named proxies: anyone else could write themselves any address. */
export function clientAddressReader(trustedProxies: readonly string[], tls: boolean): (request: IncomingMessage) => ClientAddress {
  const trusted = trustedProxy(trustedProxies);
  return (request) => {
    const peer = normalise(request.socket.remoteAddress ?? '') ?? '';
    const host = request.headers.host ?? 'localhost';
    if (!peer || !trusted(peer)) return { ip: peer, secure: tls, host };
    // From the right: each proxy adds the address it saw, so the first one that is no proxy of ours is the client.
    const chain = (first(request.headers['x-forwarded-for']) ?? '').split(',').slice(-16).map(normalise);
    let ip = peer;
    for (const address of chain.reverse()) {
      if (!address) break;
      ip = address;
      if (!trusted(address)) break;
    }
    const proto = first(request.headers['x-forwarded-proto']);
    return {
      ip,
      secure: proto ? proto.trim().toLowerCase() === 'https' : tls,
      host: first(request.headers['x-forwarded-host'])?.split(',')[0]?.trim() || host,
    };
  };
}
