import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findProgram } from '../../platform/sandbox/find-program.ts';
import type { Report } from './report.ts';
import { WORDS } from './words.ts';

/** Programs that do the same, the best first, with their arguments. */
export type Programs = readonly (readonly [name: string, ...args: string[]])[];

/**
 * Runs the first program that is there, by an array of arguments and without an environment, and passes its lines on. It ends with the run,
 * whatever it is doing.
 */
export async function runProgram(report: Report, programs: Programs): Promise<void> {
  for (const [name, ...args] of programs) {
    const file = await findProgram(name);
    if (!file) continue;
    if (report.signal.aborted) return;
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { LANG: 'C', LC_ALL: 'C' } });
    const end = () => void child.kill('SIGKILL');
    report.signal.addEventListener('abort', end, { once: true });
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => report.line(line));
    await new Promise<void>((resolve) => {
      child.once('error', (error) => {
        report.line(error.message);
        resolve();
      });
      child.once('close', () => resolve());
    });
    report.signal.removeEventListener('abort', end);
    return;
  }
  report.say(WORDS.missing, { program: programs.map(([name]) => name).join(', ') });
}
