import type { Duplex } from 'node:stream';
import type { Client, ClientChannel } from 'ssh2';
import { ssh2 } from '../../ssh2.ts';
import type { AgentWay } from '../driver.ts';

/**
 * Sessions that forward their agent on one login. A server of OpenSSH makes one socket a login, not one a channel, so it does not say for which
 * of them a program asks: it is the first that is still there.
 */
const ways = new WeakMap<Client, Set<AgentWay>>();

/** What the library asks when the target opens a channel to the agent. It signs nothing: no key of the person is used to log in. */
class ForwardedAgent extends ssh2.BaseAgent {
  readonly #of: Client;
  constructor(of: Client) {
    super();
    this.#of = of;
  }
  override getIdentities(done: (error: Error) => void): void {
    done(new Error('no keys'));
  }
  override sign(_key: unknown, _data: unknown, ...rest: unknown[]): void {
    (rest.at(-1) as (error: Error) => void)(new Error('no keys'));
  }
  override getStream(done: (error?: Error | null, stream?: Duplex) => void): void {
    this.#open().then(
      (stream) => {
        // The library pipes both ways and forgets; an end that breaks off has to close the channel on the target.
        stream.once('pipe', (channel: ClientChannel) => stream.once('close', () => channel.close()));
        done(null, stream);
      },
      (error: Error) => done(error),
    );
  }
  async #open(): Promise<Duplex> {
    for (const way of ways.get(this.#of) ?? []) {
      const stream = await way.open().catch(() => undefined);
      if (stream) return stream;
    }
    throw new Error('nobody forwards an agent');
  }
}

export const forwardedAgent = (of: Client): ForwardedAgent => new ForwardedAgent(of);

/** Has the target lead what asks for an agent to this one, until the answer is called. */
export function offerAgent(client: Client, way: AgentWay): () => void {
  const all = ways.get(client) ?? new Set();
  ways.set(client, all);
  all.add(way);
  return () => void all.delete(way);
}

/** The library's words for a target that forwards no agents. */
const UNAVAILABLE = 'Unable to request agent forwarding';
export const isAgentRefused = ({ cause }: { cause?: unknown }): boolean => cause instanceof Error && cause.message === UNAVAILABLE;
