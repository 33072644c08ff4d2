import { BlockList, isIP } from 'node:net';
import { type Destination, readDestination } from '@postern/contract/forward-destinations';
import type { Address } from '../protocols/driver.ts';

/** Whether ports may be forwarded to an address, seen from the asset. */
export type Reachable = (to: Address) => boolean;

/** Of IPv4 addresses that are written as IPv6 (RFC 4291 §2.5.5.2) the IPv4 one. */
const plain = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');

/**
 * The asset itself (its loopback, and what it is called by) and what the permission lists (docs/wire/permissions.md#destinations). A name is
 * compared as it is given: only the asset knows what it resolves to, so a name is never taken for an address. What cannot be read allows nothing.
 * @param own the asset's address
 */
export function reachable(own: string, entries: readonly string[]): Reachable {
  const read = entries.map(readDestination).filter((one) => one !== undefined);
  const lists = new Map(read.map((one) => [one, networkOf(one)]));
  return ({ address, port }) => {
    const place = plain(address);
    if (isItself(place) || place === plain(own)) return true;
    return read.some((one) => port >= one.from && port <= one.to && holds(one, place, lists.get(one)));
  };
}

/** Loopback (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
export const isItself = (place: string): boolean =>
  place === 'localhost' || place === '::1' || (isIP(place) === 4 && place.startsWith('127.'));

function networkOf({ kind, place }: Destination): BlockList | undefined {
  if (kind !== 'network' && kind !== 'address') return undefined;
  const [address = '', bits] = place.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
  return list;
}

function holds({ kind, place: wanted }: Destination, place: string, network: BlockList | undefined): boolean {
  if (kind === 'any') return true;
  const family = isIP(place);
  if (network) return family > 0 && network.check(place, family === 6 ? 'ipv6' : 'ipv4');
  if (family > 0) return false;
  return kind === 'name' ? place === wanted : place.endsWith(wanted) && place.length > wanted.length;
}
