import { connect } from 'node:net';
import { type FieldErrorCode, InvalidInput } from '@postern/contract/errors';
import ipaddr from 'ipaddr.js';
import { addressListed, isAddressEntry } from '../../../platform/auth/address-list.ts';
import { addressClass } from '../../../platform/outbound/address-class.ts';
import { type CloudAttrs, CloudError, type CloudInstance, type CloudProvider } from './provider.ts';

/** Addresses one account may name, and how many are tried at once. */
const MAX_ADDRESSES = 4_096;
const AT_ONCE = 64;
const MAX_TIMEOUT = 30;
/** The one region of a local network. */
const REGION = { id: 'lan', name: 'LAN' };
const RDP = 3389;

interface LanAttrs {
  ip_group: readonly string[];
  test_port: number;
  test_timeout: number;
  hostname_prefix: string;
}

const toNumber = (bytes: readonly number[]): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

function toText(value: bigint, bytes: number): string {
  const parts = Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * (bytes - 1 - at))) & 255n));
  return ipaddr.fromByteArray(parts).toString();
}

/** First and last address of an entry, as numbers. */
function span(entry: string): { from: bigint; to: bigint; bytes: number } {
  const [network, prefix] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [undefined, 0];
  if (network) {
    const bytes = network.toByteArray();
    const rest = BigInt(bytes.length * 8 - prefix);
    const from = (toNumber(bytes) >> rest) << rest;
    return { from, to: from + (1n << rest) - 1n, bytes: bytes.length };
  }
  const [first = '', last = first] = entry.split('-').map((end) => end.trim());
  const bytes = ipaddr.parse(first).toByteArray();
  return { from: toNumber(bytes), to: toNumber(ipaddr.parse(last).toByteArray()), bytes: bytes.length };
}

const refuse = (field: string, code: FieldErrorCode, params: Record<string, unknown> = {}): InvalidInput =>
  new InvalidInput({ attrs: { [field]: [{ code, params }] } });

/** Every address of the entries, once. @throws InvalidInput when there are too many, or an entry is none */
export function addressesOf(entries: readonly string[]): string[] {
  const found = new Set<string>();
  for (const entry of entries) {
    if (entry === '*' || !isAddressEntry(entry)) throw refuse('ip_group', 'invalid_addresses', { value: entry.slice(0, 64) });
    const { from, to, bytes } = span(entry);
    if (to - from >= BigInt(MAX_ADDRESSES)) throw refuse('ip_group', 'too_many', { max: MAX_ADDRESSES });
    for (let at = from; at <= to; at += 1n) found.add(toText(at, bytes));
    if (found.size > MAX_ADDRESSES) throw refuse('ip_group', 'too_many', { max: MAX_ADDRESSES });
  }
  return [...found];
}

/** Whether something takes a connection there within so many milliseconds. Nothing is sent. */
function answers(host: string, port: number, limit: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (found: boolean): void => {
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(found);
    };
    const stop = (): void => end(false);
    signal.addEventListener('abort', stop, { once: true });
    socket.setTimeout(limit, stop);
    socket.once('connect', () => end(true));
    socket.once('error', stop);
  });
}

/**
 * Machines of a local network: every named address that takes a connection on a port. Loopback, link-local and the places where
 * machines keep credentials are not tried: who may add an account could else feel out the server itself.
 * @param allow addresses the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW)
 */
export function lan(allow: readonly string[]): CloudProvider {
  const allowed = (address: string): boolean => addressListed(address, allow) || addressClass(address) !== 'never';
  const read = (attrs: CloudAttrs): LanAttrs & { addresses: string[] } => {
    const given = attrs as unknown as LanAttrs;
    const addresses = addressesOf(given.ip_group);
    if (!addresses.every(allowed)) throw refuse('ip_group', 'addresses_not_searched');
    if (given.test_timeout > MAX_TIMEOUT) throw refuse('test_timeout', 'max_value', { max: MAX_TIMEOUT });
    return { ...given, addresses };
  };
  const readStored = (attrs: CloudAttrs): ReturnType<typeof read> => {
    try {
      return read(attrs);
    } catch (error) {
      // What is allowed may have changed since it was stored.
      throw new CloudError('denied', 'ip_group', error);
    }
  };
  return {
    group: 'private',
    fields: [
      { name: 'ip_group', kind: 'list', required: true },
      { name: 'test_port', kind: 'number', required: true, default: 22 },
      { name: 'test_timeout', kind: 'number', required: true, default: 2 },
      { name: 'platform', kind: 'platform', required: true },
      { name: 'hostname_prefix', kind: 'text', required: true, default: 'lan' },
    ],
    check: (attrs) => void read(attrs),
    test: async (attrs) => void readStored(attrs),
    regions: async () => [REGION],
    async *instances(attrs, region, signal) {
      const { addresses, test_port: port, test_timeout: seconds, hostname_prefix: prefix } = readStored(attrs);
      if (region !== REGION.id) return;
      for (let at = 0; at < addresses.length; at += AT_ONCE) {
        const part = addresses.slice(at, at + AT_ONCE);
        const up = await Promise.all(part.map((address) => answers(address, port, seconds * 1_000, signal)));
        // Cut off in the middle, silence says nothing about a machine.
        if (signal.aborted) throw new CloudError('unreachable', 'timeout');
        const found = part.filter((_, index) => up[index]);
        const os = port === RDP ? 'windows' : 'linux';
        yield found.map(
          (address): CloudInstance => ({ id: address, name: prefix, region, privateIps: [address], publicIps: [address], os }),
        );
      }
    },
  };
}
