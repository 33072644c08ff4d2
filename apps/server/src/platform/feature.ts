import type { Text } from '@postern/contract/text';
import type { Context, ResourceEntry, Route, TableDefinition } from '@postern/resource';
import type { z } from 'zod';

/** What a feature brings to the server; `app.ts` is the only place that puts features together. */
export interface Feature {
  resources?: readonly ResourceEntry[];
  tables?: readonly TableDefinition[];
  routes?: readonly Route[];
  sockets?: readonly SocketRoute[];
  jobs?: readonly Job[];
  dialects?: readonly Dialect[];
  /** Rows every installation has (built-in roles, platforms). Idempotent; runs as the system after every migration. */
  seed?(ctx: Context): Promise<void>;
}

/** How refusals read below an address that follows another standard than ours: also those of a route that is not there, or that lets nobody in. */
export interface Dialect {
  /** Start of the paths: `/scim/`. */
  below: string;
  /**
   * @param error what was thrown
   * @param answer what we would say to it; its headers go along
   */
  refusal(error: unknown, answer: { status: number; body: unknown }): { status: number; type: string; body: unknown };
}

/** One WebSocket path. The handshake is authenticated and its policy checked before `open` is called. */
export interface SocketRoute {
  path: string;
  policy: Route['policy'];
  /** Bytes of one message of the client: 16 KiB unless said. */
  maxMessage?: number;
  /** Sockets one person may have open here: `SOCKETS_OF_A_PERSON` unless said. */
  each?: number;
  /** All that a client may say, as a JSON text; anything else is read and dropped. */
  messages: readonly SocketMessage[];
  /** A client for which something had to be dropped is told so, or, where it asks for everything when it comes back, sent away. */
  missed?: 'tell' | 'close';
  open(ctx: Context, socket: Socket, query: Readonly<Record<string, string>>): void | Promise<void>;
}

/** A declared message that came: its name, and the value as its shape gives it. */
export interface ReceivedMessage {
  name: string;
  value: unknown;
}

/** Something a client may say on a socket; whom the socket lets in may say it. */
export interface SocketMessage {
  name: string;
  shape: z.ZodType;
  /** Whose rows it reads or writes, in words (docs/authorization-matrix.md). */
  rows: string;
}

/** A text/binary message socket; messages, their rate and what waits for the client are bounded by the platform. */
export interface Socket {
  /** False when the client is behind: who has more to say waits for `drained`. What is said all the same is dropped in the end. */
  send(data: string | Buffer): boolean;
  /** Resolves when the client has taken nearly everything, or is gone. */
  drained(): Promise<void>;
  close(code?: number, reason?: string): void;
  /** Messages come one at a time: the next when the promise of the one before is settled. */
  onMessage(listener: (message: ReceivedMessage) => void | Promise<void>): void;
  onClose(listener: () => void): void;
}

export interface Job {
  name: string;
  /** Cron in server time; absent for jobs that are only sent. */
  schedule?: string;
  /** Makes it a background task: every run is leased to one worker and seen by people (features/tasks, decision 0087). */
  task?: Task;
  /**
   * False for long work outside the database: `ctx` then only reads, and writes go through transactions of the job's own. Such a
   * task goes on from what it wrote down when another worker takes it up; any other starts again, as nothing of it was kept.
   */
  transaction?: boolean;
  /** How many of it one worker has in hand at a time: more than one where it mostly waits for somebody else. Default 1. */
  atOnce?: number;
  /** Somebody looks on: it is taken up at once, and not with the next look at the queue. */
  awaited?: true;
  /** Runs as the system, in the root organisation, with its own transaction per `ctx`. A task runs in its publisher's organisation and language. */
  run(ctx: Context, data: Readonly<Record<string, unknown>>, run: Run): Promise<void>;
}

export interface Task {
  label: Text;
  /** Settles what the feature keeps of a run that did not come to its own end, in the transaction that ends it. */
  brokenOff?(ctx: Context, run: string, why: BrokenOff): Promise<void>;
  /** Whether whoever asked for it is told that it worked; undefined where they are told nothing. Without this: whether the work came to its end. */
  tells?(ctx: Context, run: string, ended: boolean): Promise<boolean | undefined>;
}

/** How a run ends that does not come to its own end: somebody cancelled it, its work threw, or no worker could carry it out. */
export type BrokenOff = 'cancelled' | 'failed' | 'lost';

/** What work has in hand while it runs. */
export interface Run {
  /** Id of the run; empty for jobs that are no tasks. */
  id: string;
  /** One line of its log, without its end. It is readable at once, whatever becomes of the work. No secrets: whoever may see the run reads it. */
  write(line: string): void;
  /** Says how far it is: so many of so many, where that is known. */
  progress(done: number, total?: number): void;
  /** Aborted when the run is to stop: it was cancelled, or is no longer this worker's. Long work looks at it between two steps. */
  signal: AbortSignal;
  /** What is written in the transaction that ends the run, so that neither is there without the other. */
  atEnd(work: (ctx: Context) => Promise<void>): void;
}

/** For jobs that nobody watches. */
export const unwatched = (): Run => ({
  id: '',
  write: () => undefined,
  progress: () => undefined,
  signal: new AbortController().signal,
  atEnd: () => {
    throw new Error('Only runs of tasks have an end of their own');
  },
});
