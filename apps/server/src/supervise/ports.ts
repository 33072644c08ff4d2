import { createServer } from 'node:net';
import { ownerOf } from './port-owner.ts';
import type { UpSettings } from './processes.ts';

/** A port that cannot be had: the message says it all. */
export class PortRefused extends Error {}

/** Ports are looked for this far above the one that is wanted. */
const TRIES = 200;
const HIGHEST = 65_535;

/** The ports of the product, the setting of each, and what it is for. */
const PORTS = [
  ['httpPort', 'POSTERN_HTTP_PORT', 'web pages'],
  ['gatewayPort', 'POSTERN_GATEWAY_PORT', 'the gateway'],
  ['localPort', 'POSTERN_LOCAL_PORT', 'the gateway’s way to the server'],
  ['sshPort', 'POSTERN_SSH_PORT', 'SSH'],
] as const;

/**
 * Passes when a port can be listened on; 0, which stands for any, always can.
 * @throws Error that names the port, the reason and what to do
 */
export async function requireFreePort(port: number, advice: string, host?: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = createServer();
  probe.once('error', async (cause) => {
    const owner = await ownerOf(port);
    reject(new PortRefused(`Port ${port} cannot be used (${cause.message})${owner ? `: ${owner} has it` : ''}. ${advice}`, { cause }));
  });
  probe.listen({ port, ...(host ? { host } : {}) }, () => probe.close(() => resolve()));
  await promise;
}

/**
 * The first port from this one on that can be listened on and that nothing else is meant to have.
 * @throws Error when there is none near
 */
export async function nextFreePort(wanted: number, others: ReadonlySet<number>, host?: string): Promise<number> {
  for (let port = wanted; port <= Math.min(wanted + TRIES, HIGHEST); port += 1) {
    if (others.has(port)) continue;
    if (
      await requireFreePort(port, '', host).then(
        () => true,
        () => false,
      )
    )
      return port;
  }
  throw new Error(`No port from ${wanted} to ${Math.min(wanted + TRIES, HIGHEST)} can be used.`);
}

/**
 * The settings with ports that can be listened on.
 * @param move takes the next free port in place of one that is taken, and says so; otherwise a taken one is an error
 * @throws Error that names the setting of a port that cannot be used
 */
export async function usablePorts(settings: UpSettings, move: boolean, say: (message: string) => void): Promise<UpSettings> {
  const moved = { ...settings };
  for (const [name, setting, purpose] of PORTS) {
    const wanted = settings[name];
    // What the gateway listens on for strangers it tells of itself, unless it is to give way.
    if (wanted === undefined || wanted === 0 || (name === 'sshPort' && !move)) continue;
    if (!move) {
      await requireFreePort(wanted, `Choose another with ${setting}.`);
      continue;
    }
    const others = new Set(PORTS.flatMap(([other]) => (other === name ? [] : (moved[other] ?? []))));
    const port = await nextFreePort(wanted, others);
    moved[name] = port;
    if (port === wanted) continue;
    const owner = await ownerOf(wanted);
    say(`Port ${wanted} is taken${owner ? ` by ${owner}` : ''}: ${port} is used for ${purpose} (${setting})`);
  }
  return moved;
}
