import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { interleaved, median, patient, times } from './measure.ts';
import type { Product } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';
import { startTarget, type Target } from './target.ts';

const MIB = 1024 * 1024;
/** `BULK_MB=16 npm run bench -- ssh-bulk` shows whether it runs; what is claimed is measured with the usual size. */
const BULK_MB = Number(process.env.BULK_MB ?? 256);
const BULK = BULK_MB * MIB;
const TERMINAL_MB = Math.ceil((BULK_MB * 3) / 16);
const TERMINAL = TERMINAL_MB * MIB;
const LIMIT_MS = 180_000;
const ROUNDS = { rounds: 3, each: 1 };
const QUIET = [
  '-F',
  '/dev/null',
  '-o',
  'StrictHostKeyChecking=no',
  '-o',
  'UserKnownHostsFile=/dev/null',
  '-o',
  'LogLevel=ERROR',
  '-o',
  'NumberOfPasswordPrompts=1',
];

/** How a client gets to the target: straight, over OpenSSH as a jump host, through the gateway. */
interface Way {
  /** Options of ssh and scp alike, the port aside. */
  options(): Promise<{ options: string[]; port: number; user: string; env: Record<string, string> }>;
}

interface Ways {
  gateway: Way;
  jump: Way;
  direct: Way;
}

/** Bytes per second of OpenSSH's own client. */
export const measureSshBulk: Measure = async ({ product, say }) => {
  const running = await product();
  const target = await startTarget(running);
  const jump = await startSshd();
  const dir = await mkdtemp(join(tmpdir(), 'postern-bench-ssh-'));
  try {
    const ways = await waysTo(running, target, jump, dir);
    const file = join(dir, 'bulk');
    await writeFile(file, randomBytes(BULK));
    const rows = [
      await compare(ways, say, {
        what: `exec, ${BULK_MB} MiB from the target`,
        least: 1,
        bytes: BULK,
        run: (way) => output(way, [`head -c ${BULK} ${file}`], BULK),
      }),
      await compare(ways, say, { what: `exec, ${BULK_MB} MiB to the target`, least: 1, bytes: BULK, run: (way) => input(way, file) }),
      await compare(ways, say, {
        what: `scp -O, ${BULK_MB} MiB from the target`,
        least: 1,
        bytes: BULK,
        run: (way) => copy(way, file, join(dir, 'copy'), ['-O']),
      }),
      await compare(ways, say, {
        what: `scp by SFTP, ${BULK_MB} MiB from the target`,
        least: 1,
        bytes: BULK,
        run: (way) => copy(way, file, join(dir, 'copy'), []),
      }),
      await compare(ways, say, {
        what: `scp -O, ${BULK_MB} MiB to the target`,
        least: 1,
        bytes: BULK,
        run: (way) => copyTo(way, file, join(dir, 'arrived'), ['-O']),
      }),
      await compare(ways, say, {
        what: `scp by SFTP, ${BULK_MB} MiB to the target`,
        least: 1,
        bytes: BULK,
        run: (way) => copyTo(way, file, join(dir, 'arrived'), []),
      }),
      await compare(ways, say, {
        what: `recorded terminal, ${TERMINAL_MB} MiB of lines`,
        least: 0.5,
        bytes: TERMINAL,
        run: (way) => output(way, ['-tt', `yes '${'text of a line '.repeat(5)}' | head -c ${TERMINAL}`], TERMINAL),
      }),
    ];
    return {
      rows,
      notes: [
        'Client, jump host, gateway and target share the cores of this machine. Ciphers are what OpenSSH and ssh2 agree on by themselves.',
        'Times include login and, through the gateway, the exchange of the token, the policy, the announcement of the session and its recording.',
        'The count of arriving bytes is checked in every run, for scp the file.',
      ],
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
    await jump.stop();
    await target.stop();
  }
};

async function waysTo(product: Product, { sshd, token }: Target, jump: Sshd, dir: string): Promise<Ways> {
  const askpass = join(dir, 'askpass');
  await writeFile(askpass, '#!/bin/sh\nprintf %s "$BENCH_PASSWORD"\n');
  await chmod(askpass, 0o700);
  const key = ['-i', sshd.keyPath, '-o', 'IdentitiesOnly=yes'];
  const hop = [
    'ssh',
    ...QUIET,
    '-i',
    jump.keyPath,
    '-o',
    'IdentitiesOnly=yes',
    '-p',
    String(jump.port),
    '-W',
    '%h:%p',
    `${jump.user}@127.0.0.1`,
  ];
  return {
    direct: { options: async () => ({ options: key, port: sshd.port, user: sshd.user, env: {} }) },
    // What -J stands for, with the jump host's own key.
    jump: {
      options: async () => ({ options: [...key, '-o', `ProxyCommand=${hop.join(' ')}`], port: sshd.port, user: sshd.user, env: {} }),
    },
    gateway: {
      async options() {
        const { id, value } = await token('ssh_client');
        return {
          options: [],
          port: product.sshPort,
          user: `JMS-${id}`,
          env: { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force', BENCH_PASSWORD: value },
        };
      },
    },
  };
}

interface Comparison {
  what: string;
  /** Least share of the jump host's rate. */
  least: number;
  bytes: number;
  /** Answers milliseconds. */
  run(way: Way): Promise<number>;
}

async function compare(ways: Ways, say: (line: string) => void, { what, least, bytes, run }: Comparison): Promise<Row> {
  const ratio = (found: Record<keyof Ways, number>) => found.jump / found.gateway;
  const measure = async () => {
    const samples = await interleaved(
      { gateway: () => run(ways.gateway), jump: () => run(ways.jump), direct: () => run(ways.direct) },
      ROUNDS,
    );
    return { gateway: median(samples.gateway), jump: median(samples.jump), direct: median(samples.direct) };
  };
  const found = await patient(measure, (result) => ratio(result) >= least);
  const rate = (took: number) => `${(bytes / MIB / (took / 1000)).toFixed(0)} MiB/s`;
  say(`${what}: gateway ${rate(found.gateway)}, jump ${rate(found.jump)}, direct ${rate(found.direct)}`);
  return {
    what,
    budget: `≥ ${least.toFixed(1)}× ssh -J`,
    measured: rate(found.gateway),
    baseline: `ssh -J ${rate(found.jump)}, direct ssh ${rate(found.direct)}`,
    ratio: times(ratio(found)),
    pass: ratio(found) >= least,
  };
}

/** Runs a client; `received` sees stdout. Throws when it fails. Answers milliseconds. */
async function client(
  way: Way,
  file: 'ssh' | 'scp',
  args: (port: number, user: string) => string[],
  stdin: 'ignore' | number,
  received: (bytes: Buffer) => void,
): Promise<number> {
  const { options, port, user, env } = await way.options();
  const start = performance.now();
  const child = spawn(file, [...QUIET, ...options, ...args(port, user)], {
    env: { ...process.env, ...env, LANG: 'C' },
    stdio: [stdin, 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  let complaint = '';
  child.stdout?.on('data', received);
  child.stderr?.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes.toString()).slice(-2000);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${complaint}`);
  return performance.now() - start;
}

async function output(way: Way, command: string[], bytes: number): Promise<number> {
  let got = 0;
  const took = await client(
    way,
    'ssh',
    (port, user) => [...command.slice(0, -1), '-p', String(port), '-l', user, '127.0.0.1', ...command.slice(-1)],
    'ignore',
    (part) => {
      got += part.length;
    },
  );
  // A terminal turns each line feed into two bytes.
  if (got < bytes || (command[0] !== '-tt' && got !== bytes)) throw new Error(`${got} of ${bytes} bytes came`);
  return took;
}

async function input(way: Way, path: string): Promise<number> {
  const file = await open(path);
  let output = '';
  try {
    const took = await client(
      way,
      'ssh',
      (port, user) => ['-p', String(port), '-l', user, '127.0.0.1', 'wc -c'],
      file.fd,
      (part) => {
        output += part.toString();
      },
    );
    if (Number(output) !== BULK) throw new Error(`${output.trim()} of ${BULK} bytes arrived`);
    return took;
  } finally {
    await file.close();
  }
}

/** Where scp finds a path on the target. */
type There = (path: string) => string;

const copy = (way: Way, from: string, to: string, how: readonly string[]) => copied(way, from, to, how, (there) => [there(from), to]);
const copyTo = (way: Way, from: string, to: string, how: readonly string[]) => copied(way, from, to, how, (there) => [from, there(to)]);

/** Copies a file by scp, and looks at what arrived. Answers milliseconds. */
async function copied(way: Way, from: string, to: string, how: readonly string[], ends: (there: There) => string[]): Promise<number> {
  await rm(to, { force: true });
  const took = await client(
    way,
    'scp',
    (port, user) => ['-q', ...how, ...ends((path) => `scp://${user}@127.0.0.1:${port}/${path}`)],
    'ignore',
    () => undefined,
  );
  if ((await stat(to)).size !== BULK) throw new Error('The copy is not whole');
  const [ours, theirs] = await Promise.all([readFile(from), readFile(to)]);
  if (!ours.equals(theirs)) throw new Error('The copy differs');
  return took;
}
