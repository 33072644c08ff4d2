import ipaddr from 'ipaddr.js';
import { addressListed } from '../../platform/auth/address-list.ts';
import type { CloudInstance } from './providers/provider.ts';
import type { HostnameStrategy } from './task.resource.ts';

/** What an instance becomes as an asset: its address and its name. */

const MAX_NAME = 128;
/** Room for a number behind a name that is taken. */
const ROOM = 6;

export interface PlaceRule {
  sync_ip_type: string;
  ip_network_segment_group: readonly string[];
}

/** The first address of the wanted kind within the networks of the task; undefined when the machine has none. */
export function addressOf(
  { privateIps, publicIps }: CloudInstance,
  { sync_ip_type, ip_network_segment_group }: PlaceRule,
): string | undefined {
  const segments = ip_network_segment_group.length > 0 ? ip_network_segment_group : ['*'];
  return (sync_ip_type === 'public' ? publicIps : privateIps).find((ip) => addressListed(ip, segments));
}

/** The last two parts of an address: what tells machines of one network apart. */
function endOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? address.split('.').slice(-2).join('.') : parsed.toNormalizedString().split(':').slice(-2).join(':');
}

/** Name of the asset before clashes are looked for; never longer than a name may be. */
export function hostnameOf({ id, name }: Pick<CloudInstance, 'id' | 'name'>, address: string, strategy: HostnameStrategy): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names come from outside
  const base = (name || id).replace(/[\u0000-\u001f\u007f]/g, ' ').trim() || id;
  const end = strategy === 'instance_name' ? '' : `-${strategy === 'instance_name_and_ip' ? address : endOf(address)}`;
  return `${base.slice(0, MAX_NAME - ROOM - end.length)}${end}`;
}

/** The name, or the name with the first number that nobody has. `taken` are names that begin like it. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; number <= taken.size + 2; number += 1) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  return wanted;
}

/** Whether a name is what `freeName` could have made of the wanted one. */
export const isNamedAfter = (name: string, wanted: string): boolean =>
  name === wanted || (name.startsWith(`${wanted}-`) && /^\d{1,5}$/.test(name.slice(wanted.length + 1)));

export interface ProtocolPort {
  name: string;
  port: number;
}

const PROTOCOLS = /^[a-z][a-z0-9_]{0,31}\/\d{1,5}( +[a-z][a-z0-9_]{0,31}\/\d{1,5})*$/;

/** `ssh/22 rdp/3389` as rows; undefined when it cannot be read. */
export function readProtocols(given: string): ProtocolPort[] | undefined {
  const trimmed = given.trim();
  if (trimmed === '') return [];
  if (!PROTOCOLS.test(trimmed)) return undefined;
  const rows = trimmed.split(/ +/).map((one) => {
    const [name = '', port] = one.split('/');
    return { name, port: Number(port) };
  });
  return rows.every(({ port }) => port >= 1 && port <= 65_535) && new Set(rows.map(({ name }) => name)).size === rows.length
    ? rows
    : undefined;
}

/** Protocols of the task that the platform has, and those the platform insists on. None that fit: what the platform gives by itself. */
export function protocolsFor(
  wanted: readonly ProtocolPort[],
  platform: readonly (ProtocolPort & { required?: boolean; primary?: boolean })[],
): ProtocolPort[] | undefined {
  const has = new Set(platform.map(({ name }) => name));
  const fits = wanted.filter(({ name }) => has.has(name));
  if (fits.length === 0) return undefined;
  const must = platform.filter((one) => (one.required || one.primary) && !fits.some(({ name }) => name === one.name));
  return [...fits, ...must.map(({ name, port }) => ({ name, port }))];
}
