// What each entrance leaves behind, as data: apps/gateway/test/entrances.test.ts asserts each cell of the doors by its key, e2e/clients/job-evidence.test.ts
// those of jobs, and tooling/entrances.mjs prints its words into docs/evidence.md.

const POLICY = {
  connect: 'right to connect; command rules',
  upload: 'rights to upload and download; command rules',
  requests: 'rights to upload, download and delete, for each request',
  forward: 'right to forward, and where to, for each stream',
  both: 'each channel as the entrance that it is',
} as const;

const RECORDING = {
  terminal: 'what the terminal shows, with sizes and times',
  bytes: 'everything in and out, byte by byte',
  files: 'each file by name, size and SHA-256',
  streams: 'each stream: where to, when, bytes each way; what they are is not readable by nature',
  both: 'of each channel its own',
} as const;

const COMMANDS = {
  typed: 'each line that is entered',
  line: 'the command line, and each line sent into a program',
  statements: 'the statements, as one command',
  changes: 'each change, each refused request',
  streams: 'each stream with its bytes, each refused one',
  both: 'of each channel its own',
} as const;

const FILES = {
  rows: 'each file, with direction, size, and whether whole; a copy below the limit of the settings',
  run: 'each run, with direction, place, bytes, and whether it succeeded; its files are not readable by nature',
  none: 'none: moves no files',
} as const;

const FORWARDS = {
  rows: 'each stream',
  none: 'none: a forward is a session of its own',
} as const;

const STRICT = {
  told: 'refused, and says why',
  listed: 'refused; it shows no words of others, so the session says why',
} as const;

export interface EntranceCells {
  policy: keyof typeof POLICY;
  recording: keyof typeof RECORDING;
  commands: keyof typeof COMMANDS;
  files: keyof typeof FILES;
  forwards: keyof typeof FORWARDS;
  strict: keyof typeof STRICT;
}

const TERMINAL = { policy: 'connect', recording: 'terminal', commands: 'typed', files: 'none', forwards: 'none', strict: 'told' } as const;
const PROGRAM = { policy: 'connect', recording: 'bytes', commands: 'line', files: 'none', forwards: 'none', strict: 'told' } as const;
const STATEMENTS = { ...PROGRAM, commands: 'statements' } as const;
const SFTP = { policy: 'requests', recording: 'files', commands: 'changes', files: 'rows', forwards: 'none', strict: 'told' } as const;
const FORWARD = {
  policy: 'forward',
  recording: 'streams',
  commands: 'streams',
  files: 'none',
  forwards: 'rows',
  strict: 'listed',
} as const;

export const ENTRANCES = {
  'browser, SSH terminal': TERMINAL,
  'browser, telnet terminal': TERMINAL,
  'browser, one line into several terminals': TERMINAL,
  'browser, file manager': SFTP,
  '`ssh`, terminal': TERMINAL,
  '`ssh`, telnet terminal': TERMINAL,
  '`ssh … command`': PROGRAM,
  '`ssh`, statements for PostgreSQL': STATEMENTS,
  '`ssh`, statements for MySQL and MariaDB': STATEMENTS,
  '`scp -O`': { ...PROGRAM, policy: 'upload', recording: 'files', files: 'rows' },
  '`scp`': SFTP,
  '`sftp`': SFTP,
  '`rsync`': { ...PROGRAM, policy: 'upload', files: 'run' },
  '`git`': PROGRAM,
  '`ssh -L`': FORWARD,
  '`ssh -D`': FORWARD,
  '`ssh -R`': FORWARD,
  '`sshfs`': { ...SFTP, strict: 'listed' },
  'PuTTY `plink`': PROGRAM,
  'PuTTY `psftp`': { ...SFTP, strict: 'listed' },
  'paramiko, command': PROGRAM,
  'paramiko, SFTP': { ...SFTP, strict: 'listed' },
  'VS Code, Remote SSH': { policy: 'both', recording: 'both', commands: 'both', files: 'none', forwards: 'rows', strict: 'told' },
  'JetBrains, remote development': { policy: 'both', recording: 'both', commands: 'both', files: 'rows', forwards: 'rows', strict: 'told' },
} as const satisfies Record<string, EntranceCells>;

export type EntranceName = keyof typeof ENTRANCES;

/** What nobody sits at: runs of the worker, which comes in by the same SSH door with tokens of the job's owner. */
export const JOBS = {
  'quick command, job of commands': PROGRAM,
  'job of SQL statements': STATEMENTS,
  'job of a playbook': { policy: 'both', recording: 'both', commands: 'both', files: 'rows', forwards: 'none', strict: 'told' },
} as const satisfies Record<string, EntranceCells>;

export type JobName = keyof typeof JOBS;

/** The chain is the same everywhere: it is the recorder's, whatever is recorded. */
const CHAIN = 'over all of it';

/** Head and rows of the table, in words. */
export function entranceTable(): string[][] {
  const rows = Object.entries<EntranceCells>({ ...ENTRANCES, ...JOBS }).map(([name, cells]) => [
    name,
    POLICY[cells.policy],
    RECORDING[cells.recording],
    COMMANDS[cells.commands],
    FILES[cells.files],
    FORWARDS[cells.forwards],
    CHAIN,
    STRICT[cells.strict],
  ]);
  return [
    ['entrance', 'policy asked', 'recording', 'commands', 'file transfers', 'forwards', 'chain', 'strict, and it cannot be recorded'],
    ...rows,
  ];
}
