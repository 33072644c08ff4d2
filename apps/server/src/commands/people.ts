import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What people do, and not whoever runs the installation: a program of its own that knows no database (apps/cli), and asks as everybody does. */
const entry = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const COMMANDS: ReadonlySet<string> = new Set(['login', 'logout', 'whoami', 'list', 'ssh', 'token', 'admin']);

export const PEOPLE_USAGE = `
postern login|logout|whoami|list|ssh|token|admin
                                      what people do, over HTTPS; postern login --help says more
`;

export const isPeoplesCommand = ([name = '']: readonly string[]): boolean => COMMANDS.has(name);

/** @returns how it ended */
export function runPeoplesCommand(argv: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [entry, ...argv], { stdio: 'inherit' });
  // Both are told; the other decides when it is over.
  const wait = (): void => undefined;
  process.on('SIGINT', wait);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
