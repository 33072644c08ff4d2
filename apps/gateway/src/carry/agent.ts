import { type Duplex, duplexPair } from 'node:stream';
import type { Channel } from 'ssh2';
import { ForwardFailed } from '../pipeline/refusal.ts';
import type { AgentWay } from '../protocols/driver.ts';
import { splice } from './splice.ts';

/** Programs of a target that may ask the person's agent at once; each of them asks and waits. */
const MAX_AGENT_STREAMS = 16;

/** What a client asks for beside what it opens. */
export interface Wishes {
  /** Opens a channel to the person's own agent, which they want forwarded. */
  agent?: (() => Promise<Channel>) | undefined;
  /** Windows of the target, which nobody gets. */
  x11?: boolean;
  environment?: Readonly<Record<string, string>>;
  /** The type of their terminal. */
  term?: string | undefined;
}

/** What a session writes down of a forwarded agent. */
export interface AgentTold {
  /** How it went: `refused` by the permission, `unavailable` on the target, or bytes of one stream that has ended. */
  how: 'refused' | 'unavailable' | { in: number; out: number };
  /** When it began, milliseconds. */
  at: number;
}

/** The agent of a session, if its client asked for one to be forwarded. */
export interface Agent {
  /** For the driver; undefined when it is not asked for, or not allowed, which is told. */
  offered(): AgentWay | undefined;
  /** The rights may have changed: what is open ends with them. */
  obey(): void;
  close(): void;
}

interface AgentOptions {
  /** Whether the session lives, and the permission allows it as it is now. */
  allowed(): boolean;
  told(told: AgentTold): void;
  moved(): void;
}

/** The way from a target to the agent of the person that works on it (`ssh -A`). What is said on it are questions for their keys, which are not ours to read. */
export function createAgent(toPerson: Wishes['agent'], { allowed, told, moved }: AgentOptions): Agent {
  const streams = new Set<{ destroy(): void }>();
  let opening = 0;

  function join(channel: Channel): Duplex {
    const at = Date.now();
    const bytes = { in: 0, out: 0 };
    const [near, far] = duplexPair();
    const stream = splice(channel, near, {
      moved(way, count) {
        bytes[way] += count;
        moved();
      },
      done() {
        streams.delete(stream);
        told({ how: bytes, at });
      },
    });
    streams.add(stream);
    // Torn down, not ended: the pair does not tell its other end.
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    if (!allowed()) stream.destroy();
    return far;
  }

  function close(): void {
    for (const stream of streams) stream.destroy();
  }

  async function open(): Promise<Duplex> {
    if (!toPerson || !allowed() || streams.size + opening >= MAX_AGENT_STREAMS) throw new ForwardFailed('not permitted');
    opening += 1;
    try {
      return join(await toPerson());
    } finally {
      opening -= 1;
    }
  }

  return {
    offered() {
      if (!toPerson) return undefined;
      if (allowed()) return { open, unavailable: () => told({ how: 'unavailable', at: Date.now() }) };
      told({ how: 'refused', at: Date.now() });
      return undefined;
    },
    obey() {
      if (!allowed()) close();
    },
    close,
  };
}

/** How a line about it reads in the list of commands. */
export function agentLine({ how }: AgentTold): { input: string; output: string } {
  if (typeof how === 'object') return { input: 'agent', output: `${how.in} B in · ${how.out} B out` };
  return { input: 'agent', output: how === 'refused' ? 'not permitted' : 'refused by the target' };
}
