import { type Message, speak } from './message.ts';

/** How a command ends (sysexits.h, where it has a number for it). */
export const EXIT = {
  ok: 0,
  /** The server said no, or what was asked for is not there. */
  failed: 1,
  usage: 64,
  /** The server cannot be reached, or is not believed. */
  unavailable: 69,
  /** Nobody is logged in, or they may not. */
  denied: 77,
} as const;

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What went wrong, in words for the person who typed the command. */
export class CliProblem extends Error {
  readonly words: Message;
  readonly exit: ExitCode;
  constructor(what: Message, exit: ExitCode = EXIT.failed) {
    super(speak(what, 'en'));
    this.name = 'CliProblem';
    this.words = what;
    this.exit = exit;
  }
}

export const usage = (what: Message): CliProblem => new CliProblem(what, EXIT.usage);
