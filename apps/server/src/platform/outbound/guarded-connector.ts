import { buildConnector } from 'undici';
import { addressListed } from '../auth/address-list.ts';
import { addressClass } from './address-class.ts';
import { addressesOf, allAddresses, type GuardOptions } from './guarded-address.ts';
import { OutboundError } from './outbound-error.ts';

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
