import { SettingsError } from '../platform/config/settings.ts';
import { PortRefused } from '../supervise/ports.ts';

/** sysexits.h: wrong configuration. */
const EX_CONFIG = 78;

/** A process that was started for a command has said itself what went wrong. */
export class AlreadyTold extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super(`it ended with code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Does what a command is for, and tells whoever gave it what went wrong. @returns how the program ends */
export async function told(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AlreadyTold) return error.exitCode;
    const wrong =
      error instanceof SettingsError || (error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION');
    const plain = wrong || error instanceof PortRefused;
    process.stderr.write(`${error instanceof Error ? (plain ? error.message : (error.stack ?? error.message)) : String(error)}\n`);
    return wrong ? EX_CONFIG : 1;
  }
}
