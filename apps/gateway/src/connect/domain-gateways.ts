import type { Duplex } from 'node:stream';
import type { ConnectionSecret } from '@postern/contract/component';
import type { Client } from 'ssh2';
import { type DriverContext, SessionRefusal } from '../protocols/driver.ts';
import { connectHop } from '../protocols/ssh/connect.ts';

type Gateway = NonNullable<ConnectionSecret['gateway']>;

/** Milliseconds one gateway has: it is on the way, and another may stand ready. */
const CONNECT_MS = 5_000;
const HANDSHAKE_MS = 10_000;
/** Milliseconds a gateway may take to reach the target. */
const FORWARD_MS = 10_000;
/** No further gateway is begun after this long: a person waits. */
const SEARCH_MS = 30_000;
/** RFC 4254 §5.1: the gateway passes nothing on, wherever to; any other reason is about the target. */
const PROHIBITED = 1;

export interface Passage {
  /** The connection to the gateway; ends the stream when it ends. */
  client: Client;
  stream: Duplex;
}

/** A gateway did its part, but the target behind it could not be reached. */
class BeyondGateway extends Error {}

/**
 * Opens a stream to the target inside a connection to one of the domain's gateways, each with its own login and pinned
 * keys. The next one is taken when one fails (docs/decisions/0043).
 * @throws SessionRefusal `target_unreachable` when gateways were passed but the target behind them was not reached,
 * `gateway_unreachable` with what each one said when none was passed
 */
export async function passGateway(
  gateways: readonly Gateway[],
  domain: string,
  target: { address: string; port: number },
  context: DriverContext,
): Promise<Passage> {
  const tried: string[] = [];
  let beyond = '';
  const until = Date.now() + SEARCH_MS;
  for (const gateway of context.gateways.order(gateways)) {
    if (tried.length > 0 && Date.now() > until) break;
    try {
      const passage = await pass(gateway, target, context);
      context.gateways.passed(gateway);
      context.onGateway({ gateway: gateway.name, failed: null });
      return passage;
    } catch (error) {
      if (context.signal.aborted) throw error;
      const detail = detailOf(error);
      if (error instanceof BeyondGateway) beyond = detail;
      else context.gateways.failed(gateway);
      tried.push(`${gateway.name} (${detail})`);
      context.onGateway({ gateway: gateway.name, failed: detail });
    }
  }
  if (beyond !== '') throw new SessionRefusal('target_unreachable', { address: `${target.address}:${target.port}`, detail: beyond });
  throw new SessionRefusal('gateway_unreachable', { domain, tried: tried.join(', ').slice(0, 1000) });
}

async function pass(gateway: Gateway, target: { address: string; port: number }, context: DriverContext): Promise<Passage> {
  const client = await connectHop(
    {
      asset: gateway.id,
      address: gateway.address,
      port: gateway.protocols.find(({ name }) => name === 'ssh')?.port ?? 22,
      account: gateway.account,
      pinned: gateway.host_keys ?? [],
      device: false,
      patience: { connect: CONNECT_MS, handshake: HANDSHAKE_MS },
    },
    context,
  );
  try {
    return { client, stream: await forward(client, target) };
  } catch (error) {
    client.end();
    throw error;
  }
}

function forward(client: Client, { address, port }: { address: string; port: number }): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new BeyondGateway('ETIMEDOUT')), FORWARD_MS);
    client.forwardOut('127.0.0.1', 0, address, port, (error: (Error & { reason?: unknown }) | undefined, stream) => {
      clearTimeout(late);
      if (!error) resolve(stream);
      else if (error.reason === PROHIBITED) reject(new Error('forwarding refused'));
      else reject(new BeyondGateway(error.message.slice(0, 200)));
    });
  });
}

/** Why a gateway was given up, in a few words without its login. */
function detailOf(error: unknown): string {
  if (!(error instanceof SessionRefusal)) return error instanceof Error ? error.message.slice(0, 200) : 'error';
  return error.params.detail ?? error.reason.replaceAll('_', ' ').replace(/^target /, '');
}
