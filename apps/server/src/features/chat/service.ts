import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import type { ChatName } from '@postern/contract/settings-of-chat';
import type { Text } from '@postern/contract/text';
import type { ChatMessage } from './message.ts';

/** What one chat service is to us: a row of the table of services. All of them are asked, believed and refused by the same code. */

export type Get = SettingsReader['get'];
export type Answer = Readonly<Record<string, unknown>>;

/** A service refused what was asked of it. `code` is its own, a word or number without meaning to people; nothing else of its answer is kept. */
export class ChatError extends Error {
  readonly code: string;
  constructor(service: ChatName, code: unknown) {
    const given = String(code);
    const word = /^[\w.-]{1,64}$/.test(given) ? given : 'error';
    super(`${service} answered ${word}`);
    this.name = 'ChatError';
    this.code = word;
  }
}

/** Somebody whom the service does not vouch for: no member of the company, or no longer. Its message is for the server's log. */
export class NotMember extends Error {}

/** One request to a service. */
export interface Ask {
  /** At the public service; the configuration may put another origin in its place. */
  url: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent by POST, as JSON or as a form; GET without either. */
  json?: unknown;
  form?: Readonly<Record<string, string>>;
}

/** Speaking with a service as it is set. */
export interface Talk {
  get: Get;
  /** @throws ChatError, OutboundError */
  ask(request: Ask): Promise<Answer>;
  /** The same with the token of our application, which is kept as long as the service says, and made anew once it is refused. */
  asApp(request: (token: string) => Ask | Promise<Ask>): Promise<Answer>;
}

/** Whoever came back from a service, as it knows them. */
export interface ChatPerson {
  /** What the service never gives to anybody else there. */
  subject: string;
  /** For a new account. */
  username: string;
  name: string;
  /** An address that the company has given them, or that the service has verified; empty without one. */
  email: string;
  /** All that was told of them, for rules of admission. */
  about: Answer;
}

/** What ties an answer to the browser that asked. */
export interface Tie {
  callback: string;
  state: string;
  nonce: string;
  /** Of PKCE; a service that knows none does not look at it. */
  verifier: string;
}

export interface ChatService {
  name: ChatName;
  label(get: Get): Text;
  /** As the log of logins says it. */
  backend: string;
  on: SettingKey & `AUTH_${string}`;
  /** Without these nobody logs in. */
  needed: readonly SettingKey[];
  /** Which company's it is. People of another one are others, whatever they are called there. */
  place(get: Get): string;
  /** The page that asks a person who they are. @param inside for a browser within the service's own program */
  page(get: Get, tie: Tie, inside: boolean): URL;
  /** What the page calls the code that it sends back. */
  code: 'code' | 'authCode';
  /** Who has brought a code. @throws ChatError, NotMember, OutboundError */
  person(talk: Talk, code: string, tie: Tie): Promise<ChatPerson>;
  /** A token of our application, and for how many seconds it is good. */
  token(talk: Pick<Talk, 'get' | 'ask'>): Promise<{ token: string; seconds: number }>;
  /** What a test of the application finds, for administrators. @throws ChatError, Error */
  look(talk: Talk): Promise<string>;
  /** Codes of refusals that mean that the token is over. */
  over: readonly string[];
  /** Without these nobody is written to. */
  writes: readonly SettingKey[];
  /**
   * Writes to somebody, by what the service calls them.
   * @param leaving waited for before the request that writes, and no other; may be called again for the same message
   * @throws ChatError, OutboundError
   */
  send(talk: Talk, subject: string, message: ChatMessage, leaving: () => Promise<void>): Promise<void>;
  /** Until when it recognises a message that it may have had since then, and does not show it twice; `since` where it never does. */
  knownUntil(since: Date): Date;
  /** Codes of refusals that mean that this person cannot be written to. */
  nobody: readonly string[];
  /** Code of a refusal; undefined for an answer. */
  failure(answer: Answer, status: number): string | undefined;
}

/** A field of an answer that is a text or a number, as a text; empty for anything else. */
export const textOf = (answer: Answer, name: string): string => {
  const value = answer[name];
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
};

/** Nobody relies on the last minutes in which a service recognises a message: its clock is its own. */
const MARGIN_MS = 5 * 60_000;
/** An answer of `knownUntil`: so many seconds after. */
export const secondsAfter = (since: Date, seconds: number): Date => new Date(since.getTime() + seconds * 1000 - MARGIN_MS);

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && !Array.isArray(value);
/** An object within an answer; an empty one where there is none. */
export const partOf = (answer: Answer, name: string): Answer => {
  const value = answer[name];
  return isAnswer(value) ? value : {};
};

export function withQuery(address: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
