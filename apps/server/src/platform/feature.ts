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
  /** Rows every installation has (built-in roles, platforms). Idempotent; runs as the system after every migration. */
  seed?(ctx: Context): Promise<void>;
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
export interface SaidMessage {
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

/** A text/binary message socket; messages, their pace and what waits for the client are bounded by the platform. */
export interface Socket {
  /** False when the client is behind: who has more to say waits for `drained`. What is said all the same is dropped in the end. */
  send(data: string | Buffer): boolean;
  /** Resolves when the client has taken nearly everything, or is gone. */
  drained(): Promise<void>;
  close(code?: number, reason?: string): void;
  /** Messages come one at a time: the next when the promise of the one before is settled. */
  onMessage(listener: (message: SaidMessage) => void | Promise<void>): void;
  onClose(listener: () => void): void;
}

export interface Job {
  name: string;
  /** Cron in server time; absent for jobs that are only sent. */
  schedule?: string;
  /** Makes it a background task that people see: every run has a state and a log (features/tasks, docs/wire/jobs.md#runs). */
  task?: { label: Text };
  /** False for long work outside the database: `ctx` then only reads, and writes go through transactions of the job's own. */
  transaction?: boolean;
  /** Runs as the system, in the root organisation, with its own transaction per `ctx`. A task runs in its publisher's organisation and language. */
  run(ctx: Context, data: Readonly<Record<string, unknown>>, output: TaskOutput): Promise<void>;
}

/** What a task says while it runs. It is readable at once, whatever becomes of the task's transaction. */
export interface TaskOutput {
  /** One line, without its end. No secrets: whoever may see the task reads it. */
  write(line: string): void;
}

/** For jobs that nobody watches. */
export const noOutput: TaskOutput = { write: () => undefined };
