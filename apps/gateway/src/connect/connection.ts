import type { SeenHostKey } from '@postern/client/component';
import type { ConnectionSecret } from '@postern/contract/component';
import { profileOf } from '@postern/contract/ssh-algorithms';
import type { SessionGrant } from '../authorize/grant.ts';
import type { SessionRefusal } from '../pipeline/refusal.ts';
import type { AgentWay, Connection, Driver, Machine } from '../protocols/driver.ts';
import { dial } from './dial.ts';
import { dialThroughGateways, type GatewaySearch } from './domain-gateways.ts';
import type { GatewayMemory } from './gateway-memory.ts';

/** Milliseconds one gateway has: it is on the way, and another may stand ready. */
const GATEWAY_CONNECT_MS = 5_000;
const GATEWAY_LOGIN_MS = 10_000;

type Gateway = NonNullable<ConnectionSecret['gateway']>;
type Place = Omit<SeenHostKey, 'session'>;
type Protocols = Readonly<Record<string, Driver>>;

export interface ConnectContext {
  protocols: Protocols;
  memory: GatewayMemory;
  signal: AbortSignal;
  shared: AbortSignal | undefined;
  /** Asked once, for the target alone: a gateway on the way gets none. */
  agent(): AgentWay | undefined;
  environment: Readonly<Record<string, string>>;
  term: string | undefined;
  config(): Readonly<Record<string, unknown>>;
  pinHostKey(seen: Place): Promise<void>;
  reportChangedHostKey(seen: Place & { expected: string }): Promise<void>;
  onGateway: GatewaySearch<Gateway>['onGateway'];
  banner(text: string): void;
  distrust(refusal: SessionRefusal): void;
}

/** Prepares the way to a grant's target. Nothing is dialled before the driver asks. */
export function prepareConnection(grant: SessionGrant, driver: Driver, context: ConnectContext): Connection {
  const { asset, account, platform, protocol, domain, gateway, more_gateways = [], host_keys = [] } = grant.secret;
  const place = { address: asset.address, port: portOf(asset.protocols, protocol, driver) };
  const device = platform.category.value === 'device';

  async function dialByGateway(gateways: readonly Gateway[]) {
    const tunnel = await dialThroughGateways(gateways, domain?.name ?? '', place, {
      ...context,
      forward: (one) => forwardBy(one, grant, place, context),
    });
    // The stream may outlive the session that dialled: others of the same connection can be on it.
    tunnel.stream.once('close', tunnel.close);
    return tunnel.stream;
  }

  const machine: Machine = {
    ...place,
    account,
    hostKeys: host_keys,
    device,
    algorithms: profileOf(platform.protocols.find(({ name }) => name === protocol)?.setting, device),
    platform: platform.name,
    direct: gateway === null,
    dial: () => (gateway ? dialByGateway([gateway, ...more_gateways]) : dial(place, context.signal)),
  };
  return { ...connectionTo(asset.id, machine, grant, context), agent: context.agent(), banner: context.banner };
}

/** Logs in to a gateway by the first of its protocols that passes streams on. */
function forwardBy(gateway: Gateway, grant: SessionGrant, to: { address: string; port: number }, context: ConnectContext) {
  const [protocol, driver] = Object.entries(context.protocols).find(([, one]) => one.forward) ?? [];
  if (!protocol || !driver?.forward) throw new Error('no protocol passes on');
  const place = { address: gateway.address, port: portOf(gateway.protocols, protocol, driver) };
  const machine: Machine = {
    ...place,
    account: gateway.account,
    hostKeys: gateway.host_keys ?? [],
    device: false,
    algorithms: profileOf(undefined, false),
    platform: '',
    patience: GATEWAY_LOGIN_MS,
    direct: true,
    dial: () => dial(place, context.signal, GATEWAY_CONNECT_MS),
  };
  return driver.forward(connectionTo(gateway.id, machine, grant, context), to);
}

function connectionTo(asset: string, machine: Machine, grant: SessionGrant, context: ConnectContext): Connection {
  const at = { asset, address: machine.address, port: machine.port };
  return {
    grant,
    machine,
    signal: context.signal,
    shared: context.shared,
    agent: undefined,
    banner: () => undefined,
    environment: context.environment,
    term: context.term,
    config: context.config(),
    pinHostKey: (key) => context.pinHostKey({ ...at, ...key }),
    reportChangedHostKey: ({ expected, ...key }) => context.reportChangedHostKey({ ...at, ...key, expected }),
    distrust: context.distrust,
  };
}

const portOf = (protocols: readonly { name: string; port: number }[], name: string, driver: Driver): number =>
  protocols.find((protocol) => protocol.name === name)?.port ?? driver.port;
