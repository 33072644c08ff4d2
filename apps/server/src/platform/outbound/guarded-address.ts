import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressListed } from '../auth/address-list.ts';
import { addressClass } from './address-class.ts';
import { OutboundError } from './outbound-error.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface GuardOptions {
  /** Addresses, networks and ranges that the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW). */
  allow: readonly string[];
  /** Whether somebody who may do so named the place: then private ranges are fine, too. */
  named: boolean;
  /** Milliseconds until a connection has to stand. */
  connectLimit: number;
  lookup?: Lookup;
  /** PEM certificates to trust in place of the public authorities. */
  ca?: string;
}

export const allAddresses: Lookup = (hostname) => systemLookup(hostname, { all: true });

export async function addressesOf(hostname: string, lookup: Lookup): Promise<readonly ResolvedAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  if (family) return [{ address: literal, family }];
  const found = await lookup(hostname);
  if (!found.length) throw new OutboundError('unreachable', 'ENOTFOUND');
  return found;
}

/**
 * An address to connect to for protocols other than HTTP, judged like those of the guarded client: whoever uses it connects to the
 * address and not to the name.
 * @throws OutboundError
 */
export async function guardedAddress(
  hostname: string,
  { allow, named, lookup = allAddresses }: Omit<GuardOptions, 'connectLimit' | 'ca'>,
): Promise<ResolvedAddress> {
  const found = await addressesOf(hostname, lookup);
  for (const { address } of found) {
    const kind = addressListed(address, allow) ? 'public' : addressClass(address);
    if (kind === 'never' || (kind === 'private' && !named)) throw new OutboundError('blocked', 'address');
  }
  const [first] = found;
  if (!first) throw new OutboundError('unreachable', 'ENOTFOUND');
  return first;
}
