import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const parse = (text: string) => (ipaddr.isValid(text) ? ipaddr.process(text) : undefined);
const number = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint => address.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, entry: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) {
    if (!ipaddr.isValidCIDR(entry)) return false;
    const [network, bits] = ipaddr.parseCIDR(entry);
    return network.kind() === address.kind() && address.match(network, bits);
  }
  const [from, to] = entry.split('-').map((part) => parse(part.trim()));
  if (!from) return false;
  if (!to) return !entry.includes('-') && from.kind() === address.kind() && number(from) === number(address);
  return from.kind() === address.kind() && to.kind() === address.kind() && number(from) <= number(address) && number(address) <= number(to);
}

/** True when an address is in a list of `*`, addresses, networks and ranges `a-b`; entries that cannot be read match nothing. */
export function addressListed(ip: string, list: readonly string[]): boolean {
  const address = parse(ip);
  return address !== undefined && list.some((entry) => matches(address, entry.trim()));
}

/** True for `*`, an address, a network or a range `a-b` whose ends are of one family and in order (docs/wire/settings.md#address-lists). */
export function isAddressEntry(entry: string): boolean {
  if (entry === '*') return true;
  // `ipaddr.js` also reads short forms such as 10.1, which nobody means.
  if (entry.includes('/')) return isIP(entry.split('/')[0] ?? '') > 0 && ipaddr.isValidCIDR(entry);
  const ends = entry.split('-').map((end) => end.trim());
  if (ends.length > 2 || !ends.every((end) => isIP(end) > 0)) return false;
  const [from, to] = ends.map((end) => ipaddr.parse(end));
  if (!from || !to) return true;
  return from.kind() === to.kind() && Buffer.compare(Buffer.from(from.toByteArray()), Buffer.from(to.toByteArray())) <= 0;
}
