import ipaddr from 'ipaddr.js';

/** Who may be spoken to: anybody, only where somebody named the place on purpose, or never. */
export type AddressClass = 'public' | 'private' | 'never';

/**
 * Places where a machine learns its own credentials. Link-local ones (169.254.169.254) are refused with their range; these hide in
 * ranges that are otherwise fine.
 */
const METADATA = [
  '100.100.100.200', // Alibaba Cloud
  '168.63.129.16', // Azure
  '192.0.0.192', // Oracle Cloud
  'fd00:ec2::254', // AWS
  'fd20:ce::254', // Google Cloud
].map((text) => ipaddr.parse(text).toNormalizedString());

const PRIVATE = new Set(['private', 'carrierGradeNat', 'uniqueLocal']);
const GLOBAL_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** The IPv4 address that a NAT64 address (RFC 6052) leads to. */
function behindNat64(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(12).join('.');
}

/**
 * Sorts an address as sockets take them (never a name). What is in no list of good ones is `never`: loopback, link-local, unspecified,
 * multicast, benchmarking, documentation, 6to4, Teredo, IPv4-compatible and whatever comes next.
 * @param ip as `net.isIP` accepts it; mapped forms (`::ffff:10.0.0.1`) count as what they lead to
 */
export function addressClass(ip: string): AddressClass {
  if (!ipaddr.isValid(ip)) return 'never';
  const address = ipaddr.process(ip);
  if (METADATA.includes(address.toNormalizedString())) return 'never';
  const range = address.range();
  if (range === 'rfc6052' && address instanceof ipaddr.IPv6) return addressClass(behindNat64(address));
  if (PRIVATE.has(range)) return 'private';
  if (range !== 'unicast') return 'never';
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_V6) ? 'public' : 'never';
}

/** Whether a gateway may be at an address: whatever may be spoken to where somebody named it, and this machine. */
export const mayBeAGateway = (ip: string): boolean =>
  addressClass(ip) !== 'never' || (ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback');
