import { isPeoplesCommand, runPeoplesCommand } from './commands/people.ts';

/** The command `postern`. What people do is a program of its own, and is not to wait until the whole core is loaded; what supervises the product does not keep it. */
const argv = process.argv.slice(2);
const run = isPeoplesCommand(argv)
  ? runPeoplesCommand
  : argv[0] === 'up' && !argv.includes('--help')
    ? (await import('./commands/up.ts')).upCommand
    : argv[0] === 'gateway'
      ? (await import('./commands/gateway.ts')).gatewayCommand
      : (await import('./operator.ts')).operate;
process.exit(await run(argv));
