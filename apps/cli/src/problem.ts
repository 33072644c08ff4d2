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
  readonly exit: ExitCode;
  constructor(message: string, exit: ExitCode = EXIT.failed) {
    super(message);
    this.name = 'CliProblem';
    this.exit = exit;
  }
}

export const usage = (message: string): CliProblem => new CliProblem(message, EXIT.usage);
