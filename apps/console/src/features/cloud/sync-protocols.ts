import type { AssetProtocol, PlatformProtocol } from '../assets/protocols.ts';

/** Protocols a task offers, with their usual ports (docs/behaviour/assets.md#sync-tasks). */
export const SYNC_PROTOCOLS: readonly PlatformProtocol[] = [
  { name: 'ssh', port: 22 },
  { name: 'telnet', port: 23 },
  { name: 'vnc', port: 5900 },
  { name: 'rdp', port: 3389 },
];

/** `ssh/22 rdp/3389`, as it travels, in rows. */
export const protocolRows = (given: unknown): AssetProtocol[] =>
  (typeof given === 'string' ? given.split(' ') : []).flatMap((one) => {
    const [name, port] = one.split('/');
    return name ? [{ name, port: port ? Number(port) : null }] : [];
  });

export const protocolText = (rows: unknown): string =>
  (Array.isArray(rows) ? (rows as AssetProtocol[]) : []).map(({ name, port }) => `${name}/${port ?? 0}`).join(' ');
