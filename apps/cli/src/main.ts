import { readFileSync } from 'node:fs';
import type { Language } from '@postern/contract/text';
import type { Command } from './command.ts';
import { admin } from './commands/admin.ts';
import { list } from './commands/list.ts';
import { login, logout, whoami } from './commands/login.ts';
import { ssh } from './commands/ssh.ts';
import { token } from './commands/token.ts';
import { languageOfEnvironment, message, speak, takeLanguage } from './message.ts';
import type { Out } from './print.ts';
import { CliProblem, EXIT, usage } from './problem.ts';
import { problemWords, usageWords } from './words.ts';

/** What people do from a command line (docs/cli.md). The commands of whoever runs an installation are in the server's `postern`. */

const COMMANDS: Readonly<Record<string, Command>> = { login, logout, whoami, list, ssh, token, admin };

const usageIn = (language: Language): string =>
  [...Object.values(COMMANDS).map(({ usage }) => usage[language]), '', usageWords.all[language]].join('\n');

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
const outIn = (language: Language): Out => ({
  print: (what) => void process.stdout.write(`${speak(what, language)}\n`),
  note: (what) => void process.stderr.write(`${speak(what, language)}\n`),
});

async function main([name = '', ...argv]: readonly string[], language: Language): Promise<number> {
  const out = outIn(language);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const asked = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined);
  if (asked.includes('--help') || name === '--help' || name === 'help') {
    out.print(command?.usage[language] ?? usageIn(language));
    return EXIT.ok;
  }
  if (!command) {
    out.note(usageIn(language));
    return EXIT.usage;
  }
  return command.run({ argv, env: process.env, out, version, language });
}

const typed = takeLanguage(process.argv.slice(2), process.env);
const language = typed.language ?? languageOfEnvironment(process.env);
const done = typed.language ? main(typed.argv, language) : Promise.reject(usage(message(problemWords.language)));
done.then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const what = error instanceof CliProblem ? error.words : error instanceof Error ? (error.stack ?? error.message) : String(error);
    outIn(language).note(what);
    process.exitCode = error instanceof CliProblem ? error.exit : EXIT.failed;
  },
);
