import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
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

const allAddresses: Lookup = (hostname) => systemLookup(hostname, { all: true });

async function addressesOf(hostname: string, lookup: Lookup): Promise<readonly ResolvedAddress[]> {
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

/**
 * How connections of the guarded client begin. The name is resolved here, each answer is judged, and the socket gets exactly those
 * answers: there is no second resolution that could say something else (DNS rebinding). One bad answer spoils all of them.
 * Plain HTTP only reaches what the operator allowed.
 */
export function guardedConnector({ allow, named, connectLimit, lookup = allAddresses, ca }: GuardOptions): buildConnector.connector {
  const judge = (ip: string, protocol: string): void => {
    if (addressListed(ip, allow)) return;
    const kind = addressClass(ip);
    if (kind === 'never' || (kind === 'private' && !named)) throw new OutboundError('blocked', 'address');
    if (protocol !== 'https:') throw new OutboundError('blocked', 'plain http');
  };

  return (options, callback) => {
    addressesOf(options.hostname, lookup)
      .then((addresses) => {
        for (const { address } of addresses) judge(address, options.protocol);
        const connect = buildConnector({
          timeout: connectLimit,
          ...(ca ? { ca } : {}),
          allowH2: false,
          // A pool lives as long as the process; certificates are looked at for every connection.
          maxCachedSessions: 0,
          lookup: (_name, { all }, done) => {
            const [first] = addresses;
            if (all)
              done(
                null,
                addresses.map(({ address, family }) => ({ address, family })),
              );
            else done(null, first?.address ?? '', first?.family);
          },
        });
        connect(options, (...outcome) => {
          const [error, socket] = outcome;
          if (error) return callback(error, null);
          try {
            judge(socket.remoteAddress ?? '', options.protocol);
          } catch (refused) {
            socket.destroy();
            return callback(refused as OutboundError, null);
          }
          callback(null, socket);
        });
      })
      .catch((error: Error) => callback(error, null));
  };
}
