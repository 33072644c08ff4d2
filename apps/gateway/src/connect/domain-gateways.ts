import { ForwardFailed, SessionRefusal } from '../pipeline/refusal.ts';
import type { Address, Tunnel } from '../protocols/driver.ts';
import type { GatewayMemory } from './gateway-memory.ts';

/** No further gateway is begun after this long: a person waits. */
const SEARCH_MS = 30_000;

export interface DomainGateway {
  id: string;
  name: string;
  address: string;
}

/** What a walk through the gateways asks and tells on its way. */
export interface GatewaySearch<T extends DomainGateway> {
  /** Logs in to one and opens a stream to the target. Throws ForwardFailed when only the latter failed. */
  forward(gateway: T): Promise<Tunnel>;
  memory: GatewayMemory;
  signal: AbortSignal;
  /** A gateway could not be passed, or was (`failed` null). */
  onGateway(seen: { gateway: string; failed: string | null }): void;
}

/**
 * Opens a stream to the target by way of one of the domain's gateways, each with its own login and pinned keys. The next one is taken
 * when one fails (docs/decisions/0043).
 * @throws SessionRefusal `target_unreachable` when gateways were passed but the target behind them was not reached,
 * `gateway_unreachable` with what each one said when none was passed
 */
export async function dialThroughGateways<T extends DomainGateway>(
  gateways: readonly T[],
  domain: string,
  target: Address,
  { forward, memory, signal, onGateway }: GatewaySearch<T>,
): Promise<Tunnel> {
  const tried: string[] = [];
  let beyond = '';
  const until = Date.now() + SEARCH_MS;
  for (const gateway of memory.order(gateways)) {
    if (tried.length > 0 && Date.now() > until) break;
    try {
      const tunnel = await forward(gateway);
      memory.passed(gateway);
      onGateway({ gateway: gateway.name, failed: null });
      return tunnel;
    } catch (error) {
      if (signal.aborted) throw error;
      const detail = detailOf(error);
      if (error instanceof ForwardFailed) beyond = detail;
      else memory.failed(gateway);
      tried.push(`${gateway.name} (${detail})`);
      onGateway({ gateway: gateway.name, failed: detail });
    }
  }
  if (beyond !== '') throw new SessionRefusal('target_unreachable', { address: `${target.address}:${target.port}`, detail: beyond });
  throw new SessionRefusal('gateway_unreachable', { domain, tried: tried.join(', ').slice(0, 1000) });
}

/** Why a gateway was given up, in a few words without its login. */
function detailOf(error: unknown): string {
  if (!(error instanceof SessionRefusal)) return error instanceof Error ? error.message.slice(0, 200) : 'error';
  return error.params.detail ?? error.reason.replaceAll('_', ' ').replace(/^target /, '');
}
