import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';
import { admin } from './commands/admin.ts';
import { list } from './commands/list.ts';
import { login, logout, whoami } from './commands/login.ts';
import { ssh } from './commands/ssh.ts';
import { token } from './commands/token.ts';
import { CliProblem, EXIT } from './problem.ts';

/** What people do from a command line (docs/cli.md). The commands of whoever runs an installation are in the server's `postern`. */

const COMMANDS: Readonly<Record<string, Command>> = { login, logout, whoami, list, ssh, token, admin };

const USAGE = `${Object.values(COMMANDS)
  .map(({ usage }) => usage)
  .join('\n')}

In place of a login, programs take an access key: POSTERN_SERVER, POSTERN_KEY_ID, POSTERN_KEY_SECRET; POSTERN_CA and
POSTERN_ORG stand for --ca and --org. It ends with 0 when it was done, 1 when the server said no, 64 when the command is not understood, 69 when the
server cannot be reached, 77 when you are not logged in or may not.`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
const out = {
  print: (text: string): void => void process.stdout.write(`${text}\n`),
  note: (text: string): void => void process.stderr.write(`${text}\n`),
};

async function main([name = '', ...argv]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const asked = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined);
  if (asked.includes('--help') || name === '--help' || name === 'help') {
    out.print(command?.usage ?? USAGE);
    return EXIT.ok;
  }
  if (!command) {
    out.note(USAGE);
    return EXIT.usage;
  }
  return command.run({ argv, env: process.env, out, version });
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    out.note(error instanceof CliProblem ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = error instanceof CliProblem ? error.exit : EXIT.failed;
  },
);
