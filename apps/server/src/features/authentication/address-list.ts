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

/** True when an address is in a list of `*`, addresses, networks and ranges `a-b` (contract/authentication.md §4). Entries that cannot be read match nothing. */
export function addressListed(ip: string, list: readonly string[]): boolean {
  const address = parse(ip);
  return address !== undefined && list.some((entry) => matches(address, entry.trim()));
}
