/**
 * The pretend machine behind every demo host: a handful of commands over a small file tree. It runs nothing of the real
 * system, so a demo can be shown to anybody.
 */

export interface Machine {
  host: string;
  user: string;
  /** Columns of the visitor's terminal. */
  columns: number;
}

const FILES: Readonly<Record<string, string>> = {
  '/etc/hostname': '{host}\n',
  '/etc/motd': 'Welcome to {host}. This is a demo machine; nothing here is real.\n',
  '/etc/nginx/nginx.conf':
    'worker_processes auto;\nevents { worker_connections 1024; }\nhttp {\n  server { listen 443 ssl; server_name shop.example; }\n}\n',
  '/var/log/shop/access.log': '10.0.3.7 - GET /cart 200 12ms\n10.0.3.9 - POST /orders 201 48ms\n10.0.3.7 - GET /products/42 200 9ms\n',
  '/home/{user}/notes.txt': 'Release 4.2 goes out on Thursday.\nDatabase window: 02:00 to 02:30.\n',
};

const fill = (text: string, { host, user }: Machine) => text.replaceAll('{host}', host).replaceAll('{user}', user);

function files(machine: Machine): Map<string, string> {
  return new Map(Object.entries(FILES).map(([path, text]) => [fill(path, machine), fill(text, machine)]));
}

function absolute(cwd: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function entries(machine: Machine, folder: string): string[] {
  const prefix = folder === '/' ? '/' : `${folder}/`;
  const names = [...files(machine).keys()].flatMap((path) =>
    path.startsWith(prefix) ? [path.slice(prefix.length).split('/')[0] as string] : [],
  );
  return [...new Set(names)].sort();
}

const PROCESSES = [
  ['1', 'root', '0.0', 'systemd'],
  ['412', 'root', '0.1', 'sshd'],
  ['733', 'www-data', '2.4', 'nginx: worker process'],
  ['734', 'www-data', '1.9', 'nginx: worker process'],
  ['1208', 'deploy', '6.3', 'node /srv/shop/server.js'],
];

export interface Answer {
  output: string;
  code: number;
  cwd?: string;
  exit?: boolean;
}

const fail = (output: string, code = 1): Answer => ({ output: `${output}\n`, code });

type Command = (machine: Machine, cwd: string, args: readonly string[]) => Answer;

const COMMANDS: Readonly<Record<string, Command>> = {
  help: () => ({ output: `${Object.keys(COMMANDS).sort().join('  ')}\n`, code: 0 }),
  whoami: ({ user }) => ({ output: `${user}\n`, code: 0 }),
  hostname: ({ host }) => ({ output: `${host}\n`, code: 0 }),
  id: ({ user }) => ({ output: `uid=1000(${user}) gid=1000(${user}) groups=1000(${user})\n`, code: 0 }),
  uname: ({ host }) => ({ output: `Linux ${host} 6.1.0-demo x86_64 GNU/Linux\n`, code: 0 }),
  date: () => ({ output: `${new Date().toUTCString()}\n`, code: 0 }),
  uptime: () => ({ output: ' up 42 days,  3:14,  1 user,  load average: 0.42, 0.37, 0.35\n', code: 0 }),
  pwd: (_machine, cwd) => ({ output: `${cwd}\n`, code: 0 }),
  echo: (_machine, _cwd, args) => ({ output: `${args.join(' ')}\n`, code: 0 }),
  clear: () => ({ output: '\u001b[H\u001b[2J', code: 0 }),
  ps: () => ({
    output: `    PID USER      %CPU COMMAND\n${PROCESSES.map(([pid = '', user = '', cpu = '', name]) => `${pid.padStart(7)} ${user.padEnd(9)} ${cpu.padStart(4)} ${name}`).join('\n')}\n`,
    code: 0,
  }),
  df: () => ({ output: 'Filesystem      Size  Used Avail Use% Mounted on\n/dev/vda1        80G   31G   46G  41% /\n', code: 0 }),
  seq(_machine, _cwd, [last = '10']) {
    const count = Math.min(Math.max(Number(last) || 0, 0), 1_000_000);
    return { output: `${Array.from({ length: count }, (_, at) => at + 1).join('\n')}\n`, code: 0 };
  },
  ls(machine, cwd, args) {
    const path = absolute(cwd, args.find((arg) => !arg.startsWith('-')) ?? '.');
    const found = entries(machine, path);
    if (found.length === 0)
      return files(machine).has(path)
        ? { output: `${path}\n`, code: 0 }
        : fail(`ls: cannot access '${path}': No such file or directory`, 2);
    return { output: `${found.join(args.some((arg) => arg.includes('l')) ? '\n' : '  ')}\n`, code: 0 };
  },
  cd(machine, cwd, [to = `/home/${machine.user}`]) {
    const path = absolute(cwd, to);
    return path === '/' || entries(machine, path).length > 0
      ? { output: '', code: 0, cwd: path }
      : fail(`cd: ${to}: No such file or directory`);
  },
  cat(machine, cwd, args) {
    const texts = args.map((arg) => files(machine).get(absolute(cwd, arg)));
    const missing = args.find((_arg, at) => texts[at] === undefined);
    return missing === undefined ? { output: texts.join(''), code: 0 } : fail(`cat: ${missing}: No such file or directory`);
  },
  exit: () => ({ output: '', code: 0, exit: true }),
};

/** Runs one line. Unknown commands answer as a shell does: 127. */
export function runLine(machine: Machine, cwd: string, line: string): Answer {
  const [name, ...args] = line.trim().split(/\s+/);
  if (!name) return { output: '', code: 0 };
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return command ? command(machine, cwd, args) : fail(`${name}: command not found (try help)`, 127);
}

/** What a program was told to do, without a terminal. Nobody changes passwords here: the demo has something that fails. */
export function runProgram(machine: Machine, command: string): Answer & { error?: string } {
  if (command.includes('chpasswd')) return { output: '', error: 'chpasswd: cannot lock /etc/shadow; try again later.\n', code: 1 };
  return runLine(machine, `/home/${machine.user}`, command);
}
