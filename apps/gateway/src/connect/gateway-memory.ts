/** A gateway that could not be passed is tried after the others for this long. */
const DEAD_MS = 60_000;
const MAX_KNOWN = 10_000;

/** What this process knows of the gateways of domains: which could not be passed a moment ago. Shared by all sessions. */
export interface GatewayMemory {
  /** The same gateways in the order to try them: as given, those known to be dead last. */
  order<T extends { id: string; address: string }>(gateways: readonly T[]): T[];
  passed(gateway: { id: string; address: string }): void;
  failed(gateway: { id: string; address: string }): void;
}

export function createGatewayMemory(clock: () => number = Date.now): GatewayMemory {
  const failures = new Map<string, number>();
  // Another address is another way, also when the gateway's row is the same.
  const key = ({ id, address }: { id: string; address: string }) => `${id} ${address}`;
  const dead = (gateway: { id: string; address: string }) => clock() - (failures.get(key(gateway)) ?? -DEAD_MS) < DEAD_MS;
  return {
    order: (gateways) => [...gateways.filter((one) => !dead(one)), ...gateways.filter(dead)],
    passed: (gateway) => void failures.delete(key(gateway)),
    failed(gateway) {
      if (failures.size >= MAX_KNOWN) failures.clear();
      failures.set(key(gateway), clock());
    },
  };
}
