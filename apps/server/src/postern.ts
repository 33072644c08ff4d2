import { isPeoplesCommand, runPeoplesCommand } from './commands/people.ts';

/** The command `postern`. What people do is a program of its own, and is not to wait until the whole core is loaded. */
const argv = process.argv.slice(2);
process.exit(isPeoplesCommand(argv) ? await runPeoplesCommand(argv) : await (await import('./operator.ts')).operate(argv));
