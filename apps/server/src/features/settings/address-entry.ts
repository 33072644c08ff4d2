import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** True for `*`, an address, a network or a range `a-b` whose ends are of one family and in order (contract/settings.md §4). */
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
