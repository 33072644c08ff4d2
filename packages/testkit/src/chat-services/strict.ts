import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What all of the services have in common: what came, what is kept, and how something is refused. */

/** Somebody of the company, or somebody whom it only knows. */
export interface ChatSomebody {
  id: string;
  name: string;
  email?: string;
  /** False: not of the company. */
  member?: boolean;
  /** Disabled, or gone. */
  gone?: boolean;
}

export interface ChatMessage {
  service: string;
  to: string;
  text: string;
}

export interface Came {
  method: string;
  path: string;
  query: URLSearchParams;
  type: string;
  body: string;
  bearer: string;
  headers: IncomingHttpHeaders;
}

/** An answer, or a browser that is sent back with a code. */
export interface Reply {
  status?: number;
  body?: Readonly<Record<string, unknown>>;
  back?: { to: string; name: string; state: string; kept?: Readonly<Record<string, string>> };
}

/** What was given out, and to whom. */
export interface Desk {
  codes: Map<string, Readonly<Record<string, unknown>> & { somebody: ChatSomebody }>;
  tokens: Set<string>;
  people: Map<string, ChatSomebody>;
  sent: ChatMessage[];
  /** Messages that may come once: by what the service knows them by. */
  seen: Map<string, string>;
  sits: ChatSomebody;
}

export type Routes = Readonly<Record<string, (came: Came, desk: Desk) => Reply>>;

/** Something is not as the documentation asks for. */
export class Strict extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super('refused');
    this.reply = reply;
  }
}

export const refuse = (body: Readonly<Record<string, unknown>>, status = 200): never => {
  throw new Strict({ status, body });
};

/** Exactly these in the address, each with something in it. */
export function only(
  came: Came,
  method: string,
  names: readonly string[],
  body: Readonly<Record<string, unknown>>,
  status = 200,
): string[] {
  const given = [...came.query.keys()];
  if (came.method !== method || given.some((name) => !names.includes(name)) || names.some((name) => !came.query.get(name)))
    refuse(body, status);
  return names.map((name) => came.query.get(name) ?? '');
}

/** A body of JSON with these in it. */
export function jsonOf(
  came: Came,
  names: readonly string[],
  body: Readonly<Record<string, unknown>>,
  status = 200,
): Record<string, unknown> {
  let read: unknown;
  try {
    read = JSON.parse(came.body);
  } catch {
    refuse(body, status);
  }
  if (came.method !== 'POST' || !/^application\/json/.test(came.type) || typeof read !== 'object' || read === null) refuse(body, status);
  const given = read as Record<string, unknown>;
  if (names.some((name) => given[name] === undefined || given[name] === '')) refuse(body, status);
  return given;
}

/** Somebody for a code that works once. */
export function spend(desk: Desk, code: string, body: Readonly<Record<string, unknown>>, status = 200) {
  const found = desk.codes.get(code);
  desk.codes.delete(code);
  return found ?? refuse(body, status);
}

export function newToken(desk: Desk, kind: string): string {
  const token = `${kind}-${desk.tokens.size}-${randomUUID()}`;
  desk.tokens.add(token);
  return token;
}
