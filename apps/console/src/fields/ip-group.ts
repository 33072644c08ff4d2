import ipaddr from 'ipaddr.js';

const number = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint => address.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
// `isValid` also takes numbers such as `1` for addresses.
const parse = (text: string) =>
  (text.includes('.') ? ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) : ipaddr.IPv6.isValid(text))
    ? ipaddr.parse(text)
    : undefined;

/** One entry of a list of addresses: `*`, an address, a network or a range `a-b`, of either version (docs/behaviour/forms.md#address-groups). */
export function isIpGroup(entry: string): boolean {
  const text = entry.trim();
  if (text === '*') return true;
  if (text.includes('/')) return parse(text.slice(0, text.indexOf('/'))) !== undefined && ipaddr.isValidCIDR(text);
  const [from, to, ...rest] = text.split('-').map((part) => parse(part.trim()));
  if (!from || rest.length > 0) return false;
  if (!text.includes('-')) return true;
  return to !== undefined && from.kind() === to.kind() && number(from) <= number(to);
}
