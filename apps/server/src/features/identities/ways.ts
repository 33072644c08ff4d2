import type { Language } from '@postern/contract/text';
import type { Admission, ExternalPerson, ExternalSource } from './external-person.ts';

/** The place could not be asked: nobody was told that a password is wrong. */
export class Unreachable extends Error {}

/** What a place wants to know besides the password: in its words, and what it wants to see again beside the answer. */
export interface PlaceAsks {
  prompt: string;
  token: string;
}

/** Who it is, what the place asks for besides, or undefined when it is not they. */
export type PasswordVerdict = ExternalPerson | { asks: PlaceAsks } | undefined;

/** A place elsewhere that knows people's passwords. */
export interface PasswordWay {
  source: ExternalSource;
  /** As the login log says it. */
  backend: string;
  enabled(): boolean;
  /**
   * Asks the place whether this is the person, who is at an address. Bounded in time, and in how many are asked at once.
   * @returns undefined when name or password is wrong, and for an empty password, which many places take for nobody's
   * @throws Unreachable
   */
  prove(username: string, password: string, from: string): Promise<PasswordVerdict>;
  /** The answer to what such a place asked for, which may be asked for once. @throws Unreachable */
  answer?(username: string, answer: string, token: string, from: string): Promise<PasswordVerdict>;
}

/** A place that the browser is sent to, and comes back from with a proof. */
export interface RedirectWay {
  source: ExternalSource;
  /** Which of several places of that kind; empty for the first. */
  provider?: string;
  enabled(): boolean;
  /** What the login page shows. */
  name(language: Language): string;
  /** Address of a picture; null for the one of the kind. */
  icon(): string | null;
  /** Whether links of that name (`external_identities.provider`) are to people of this place, as far as is known without asking it. */
  holds?(place: string): boolean | Promise<boolean>;
  /** The page of ours that sends the browser there. */
  start: string;
  /** Where a browser is sent to log out there as well; undefined where that is not asked for, or cannot be. */
  logout?(facts: Readonly<Record<string, string>>): Promise<string | undefined> | string | undefined;
}

/** All ways in besides passwords and keys of our own. */
export interface WaysIn {
  passwords: readonly PasswordWay[];
  /** In the order of the login page, as they are today. */
  redirects(): readonly RedirectWay[];
  admit(person: ExternalPerson): Promise<Admission>;
}
