import type { Connection } from '../driver.ts';

/** What a database says to what it was asked, in order. */
export interface Answers {
  columns(names: readonly string[]): void;
  /** Values as text; null where there is none. */
  row(values: readonly (string | null)[]): void;
  /** One statement is done, with what the server says of it; a warning or notice comes the same way. */
  note(text: string): void;
}

/** The server's own no: what was asked was not done, or not to its end. */
export class StatementRefused extends Error {}

/** A database that somebody is logged in to. */
export interface Database {
  /** Runs statements, one after the other, up to the first that fails. @throws StatementRefused; any other error when the line broke */
  run(text: string, answers: Answers): Promise<void>;
  pause(): void;
  resume(): void;
  /** Asks the server to stop what it is doing. Whether it does is its own affair. */
  cancel(): Promise<unknown>;
  close(): void;
}

/** A kind of database. */
export interface Engine {
  readonly port: number;
  /** @throws SessionRefusal target_refused_login, target_unreachable, protocol_error */
  open(connection: Connection): Promise<Database>;
}

/** Milliseconds that a log-in may take, and that a server has to take a wish to cancel. */
export const LOGIN_MS = 20_000;
export const CANCEL_MS = 5_000;
