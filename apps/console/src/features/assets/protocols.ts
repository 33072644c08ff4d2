/** A protocol a platform offers (docs/wire/assets.md#platforms). */
export interface PlatformProtocol {
  name: string;
  port: number;
  primary?: boolean;
  required?: boolean;
  default?: boolean;
  secret_types?: string[];
  /** The port is that of the asset's address, which is a URL. */
  port_from_addr?: boolean;
  setting?: Readonly<Record<string, unknown>>;
}
export interface AssetProtocol {
  name: string;
  port: number | null;
}

/** Protocols a new asset starts with: required, primary and default ones, else the first (docs/behaviour/assets.md#protocols-of-an-asset). */
export function startProtocols(offered: readonly PlatformProtocol[]): AssetProtocol[] {
  const wanted = offered.filter((protocol) => protocol.required || protocol.primary || protocol.default);
  return (wanted.length > 0 ? wanted : offered.slice(0, 1)).map(({ name, port }) => ({ name, port }));
}

/** Rows of an asset: its own, and the required ones it lacks. */
export function completeProtocols(rows: readonly AssetProtocol[], offered: readonly PlatformProtocol[]): AssetProtocol[] {
  const missing = offered.filter((protocol) => (protocol.required || protocol.primary) && !rows.some((row) => row.name === protocol.name));
  return [...rows, ...missing.map(({ name, port }) => ({ name, port }))];
}

/** Whether a row has to stay: the platform asks for it. */
export const isLocked = (name: string, offered: readonly PlatformProtocol[]): boolean =>
  offered.some((protocol) => protocol.name === name && (protocol.required === true || protocol.primary === true));

export const isPort = (port: unknown): boolean => Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;

/** Secret types the accounts of an asset may have, by its protocols. */
export function secretTypes(rows: readonly AssetProtocol[], offered: readonly PlatformProtocol[]): string[] {
  const names = new Set(rows.map((row) => row.name));
  const types = offered.filter((protocol) => names.has(protocol.name)).flatMap((protocol) => protocol.secret_types ?? []);
  return types.length > 0 ? [...new Set(types)] : ['password'];
}

/** How a protocol is called: `http` stands for both. */
export const protocolLabel = (name: string): string => (name === 'http' ? 'http(s)' : name);

/**
 * The port an address has: the one written in it, else 80 for http and 443 for https or no scheme; one that is none gives
 * way to `fallback`.
 */
export function portOfAddress(address: string, fallback: number): number {
  const [, scheme, written] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:\[[^\]]*\]|[^/:?#]*)(?::(\d+))?/i.exec(address.trim()) ?? [];
  if (written === undefined) return scheme?.toLowerCase() === 'http' ? 80 : 443;
  return isPort(Number(written)) ? Number(written) : fallback;
}

/** Rows whose ports follow the address get them from it. */
export const withAddressPorts = (rows: readonly AssetProtocol[], offered: readonly PlatformProtocol[], address: string): AssetProtocol[] =>
  rows.map((row) => {
    const protocol = offered.find(({ name }) => name === row.name);
    return protocol?.port_from_addr ? { ...row, port: portOfAddress(address, protocol.port) } : row;
  });
