import { isIP } from 'node:net';
import type { SettingsReader } from '@postern/contract/settings';

export interface RadiusServer {
  host: string;
  port: number;
}

/** Which servers are asked, and how. */
export interface RadiusConfig {
  /** In the order in which they are asked. */
  servers: readonly RadiusServer[];
  secret: Buffer;
  protocol: 'pap' | 'chap' | 'mschapv2';
  /** Milliseconds until a server is asked again, or the next one. */
  waitMs: number;
  /** How often a server that says nothing is asked once more. */
  retries: number;
  /** By what name a server knows this one. */
  nasIdentifier: string;
}

const MAX_SERVERS = 8;
const MAX_PORT = 65_535;

/** `host`, `host:port`, `address` or `[address]:port`. */
function readServer(text: string, port: number): RadiusServer | undefined {
  if (isIP(text) === 6) return { host: text, port };
  const found = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:/@[\]]+))(?::(\d{1,5}))?$/.exec(text);
  const host = found?.[1] ?? found?.[2];
  const at = found?.[3] === undefined ? port : Number(found[3]);
  return host && at > 0 && at <= MAX_PORT ? { host, port: at } : undefined;
}

/** Servers of a text, divided by blanks, commas or `|`. @returns undefined when one of them is none */
export function readServers(text: string, port: number): RadiusServer[] | undefined {
  const parts = text.split(/[\s,|]+/).filter(Boolean);
  const servers = parts.map((part) => readServer(part, port)).filter((one) => one !== undefined);
  return servers.length > 0 && servers.length === parts.length && servers.length <= MAX_SERVERS ? servers : undefined;
}

export const serverName = ({ host, port }: RadiusServer): string => `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/** As the settings have it; undefined while what it takes is not there. */
export function radiusConfig(settings: SettingsReader): RadiusConfig | undefined {
  const get: SettingsReader['get'] = (key) => settings.get(key);
  const servers = readServers(get('RADIUS_SERVER'), get('RADIUS_PORT'));
  const secret = get('RADIUS_SECRET');
  if (!servers || secret === '') return undefined;
  return {
    servers,
    secret: Buffer.from(secret, 'utf8'),
    protocol: get('RADIUS_PROTOCOL') as RadiusConfig['protocol'],
    waitMs: get('RADIUS_TIMEOUT') * 1_000,
    retries: get('RADIUS_RETRIES'),
    nasIdentifier: get('RADIUS_NAS_IDENTIFIER'),
  };
}
