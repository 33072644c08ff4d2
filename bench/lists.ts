import { argon2Sync, randomBytes } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { PASSWORD } from '@postern/testkit/dataset';
import { ESTATE, type Estate, MILLION, PERSON, startEstate } from './estate-data.ts';
import { type Answer, type Caller, createCaller } from './http-client.ts';
import { type Body, type Line, linesOf } from './list-lines.ts';
import { median, ms, patient, percentile, timed, times } from './measure.ts';
import { adminCaller } from './pages.ts';
import { cpuMs } from './processes.ts';
import { type Product, withDatabase } from './product.ts';
import type { Row } from './report.ts';
import type { Measure, World } from './section.ts';
import { openSqlLog, replayer, type Statement } from './sql-log.ts';

const ROUNDS = 4;
/** Calls of one round, by how long one takes. */
const each = (took: number): number => (took > 300 ? 1 : took > 40 ? 6 : 20);
const warmUp = (took: number): number => (took > 300 ? 1 : 15);

export type Callers = Readonly<Record<Line['who'], Caller>>;

/** One caller for everybody who asks. */
export async function withCallers<T>(product: Product, work: (callers: Callers) => Promise<T>): Promise<T> {
  const callers = {
    admin: await adminCaller(product),
    person: createCaller(product, await product.login(PERSON, PASSWORD), ORG.DEFAULT),
    nobody: createCaller(product, undefined, ORG.DEFAULT),
  };
  try {
    return await work(callers);
  } finally {
    for (const caller of Object.values(callers)) caller.close();
  }
}

/** Asks once. @throws Error when the answer is not what is measured */
export async function asked(callers: Callers, { who, ask, what, check }: Line): Promise<Answer> {
  const answer = await callers[who].send(ask());
  const right = answer.status < 300 && (!check || check(JSON.parse(answer.body.toString()) as Body));
  if (!right) throw new Error(`${what} is answered ${answer.status} ${answer.body.toString().slice(0, 300)}`);
  return answer;
}

/** The statements of each line; PostgreSQL logs all of them meanwhile. */
export async function statementsOfLines(product: Product, callers: Callers, lines: readonly Line[]): Promise<Map<string, Statement[]>> {
  for (const line of lines) await asked(callers, line);
  const log = await openSqlLog(product);
  try {
    const found = new Map<string, Statement[]>();
    for (const line of lines) found.set(line.name, await log.during(() => asked(callers, line)));
    return found;
  } finally {
    await log.close();
  }
}

/** Milliseconds that hashing a password takes at the cost at which the product stores one; the fastest of ten is the least disturbed. */
export async function hashMs(product: Product): Promise<number> {
  const { rows } = await withDatabase(product, (client) =>
    client.query<{ password_hash: string }>(`select password_hash from users where username = 'admin'`),
  );
  const [, memory, passes, parallelism] = /m=(\d+),t=(\d+),p=(\d+)/.exec(rows[0]?.password_hash ?? '') ?? [];
  if (!parallelism) throw new Error('The hash of the administrator does not say its cost');
  const samples: number[] = [];
  for (let turn = 0; turn < 10; turn += 1)
    samples.push(
      await timed(async () => {
        argon2Sync('argon2id', {
          message: PASSWORD,
          nonce: randomBytes(16),
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
          tagLength: 32,
        });
      }),
    );
  return Math.min(...samples);
}

interface Figures {
  p50: number;
  p95: number;
  cpu: number;
  bytes: number;
  bare: number;
}

async function figuresOf(product: Product, callers: Callers, line: Line, statements: readonly Statement[]): Promise<Figures> {
  const warm: number[] = [];
  for (let run = 0; run < warmUp(warm[0] ?? 0); run += 1) warm.push((await asked(callers, line)).took);
  const calls = each(median(warm));
  const bare = line.bare ? await replayer(product, statements) : undefined;
  const samples: number[] = [];
  const bareSamples: number[] = [];
  let cpu = 0;
  let bytes = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await cpuMs(product);
      for (let call = 0; call < calls; call += 1) {
        const answer = await asked(callers, line);
        samples.push(answer.took);
        bytes = answer.body.length;
      }
      cpu += (await cpuMs(product)) - before;
      for (let call = 0; bare && call < calls; call += 1) bareSamples.push(await timed(bare.run));
    }
  } finally {
    await bare?.close();
  }
  return { p50: median(samples), p95: percentile(samples, 0.95), cpu: cpu / samples.length, bytes, bare: median(bareSamples) };
}

const size = (bytes: number): string => (bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`);

function rowOf({ what, budget, theirs, bare }: Line, statements: number, found: Figures): Row {
  const limits = [
    `p50 ≤ ${Number(budget.p50.toFixed(1))} ms`,
    budget.cpu === undefined ? '' : `CPU ≤ ${budget.cpu} ms`,
    budget.statements === undefined ? '' : `≤ ${budget.statements} statements`,
  ];
  const beside = [
    bare ? `bare pg: p50 ${ms(found.bare)}` : '',
    theirs ? `JumpServer: p50 ${theirs.p50.toLocaleString('en')} ms${theirs.cpu ? `, CPU ${theirs.cpu.toLocaleString('en')} ms` : ''}` : '',
  ];
  return {
    what,
    budget: limits.filter(Boolean).join(', '),
    measured: `p50 ${ms(found.p50)}, p95 ${ms(found.p95)}, CPU ${ms(found.cpu)}, ${statements} statements, ${size(found.bytes)}`,
    baseline: beside.filter(Boolean).join('; ') || '–',
    ratio: bare ? times(found.p50 / found.bare) : '–',
    pass: passes(budget, statements, found),
  };
}

const passes = (budget: Line['budget'], statements: number, found: Figures): boolean =>
  found.p50 <= budget.p50 &&
  found.cpu <= (budget.cpu ?? Number.POSITIVE_INFINITY) &&
  statements <= (budget.statements ?? Number.POSITIVE_INFINITY);

async function measure(product: Product, estate: Estate, say: World['say']): Promise<Row[]> {
  const lines = linesOf(estate, await hashMs(product));
  return withCallers(product, async (callers) => {
    const rows: Row[] = [];
    try {
      const statements = await statementsOfLines(product, callers, lines);
      for (const line of lines) {
        const asks = statements.get(line.name) ?? [];
        const found = await patient(
          () => figuresOf(product, callers, line, asks),
          (one) => passes(line.budget, asks.length, one),
        );
        rows.push(rowOf(line, asks.length, found));
        say(`${line.what}: ${rows.at(-1)?.measured}`);
      }
    } finally {
      await removeMade(product);
    }
    return rows;
  });
}

/** Hosts that were made: the next run finds what this one did. */
async function removeMade(product: Product): Promise<void> {
  await withDatabase(product, async (client) => {
    await client.query(`delete from assets where name like 'bench-made-%'`);
    await client.query('vacuum analyze assets, asset_nodes');
  });
}

const notes = ({ assets, nodes, accounts, users, permissions, evidence }: Estate): string[] => [
  `${assets.toLocaleString('en')} hosts on ${(nodes + 1).toLocaleString('en')} nodes, ${accounts.toLocaleString('en')} accounts, ${users + 4} people, ${(permissions + 3).toLocaleString('en')} permissions, ${evidence.sessions.toLocaleString('en')} sessions and ${evidence.commands.toLocaleString('en')} commands; the person who asks for their own is granted 28,255 assets.`,
  'Statements: all that PostgreSQL logged for one request, those of authentication and of the transaction included. Baseline: the same ones with the same parameters, one after the other on one connection through `pg`; not for writes. "JumpServer" is core v3.5.2 as it ships (gunicorn, MariaDB, Redis) on such a machine with the same rows, at 100,000 assets.',
  'Log-in may take what hashing a password takes by itself, and 5 ms.',
  'One client; 80 samples each in four turns after a warm-up, 24 of answers that take more than 40 ms, 4 of those above 300 ms. CPU: time of processor of all processes of the product, PostgreSQL and what runs in the background included, over the calls of a turn.',
];

/** What people ask most, among 100,000 assets. */
export const measureLists: Measure = async ({ estate, say }) => ({
  rows: await measure(await estate(), ESTATE, say),
  notes: notes(ESTATE),
});

/** The same among a million, on a data folder of its own. */
export const measureListsMillion: Measure = async ({ say }) => {
  const product = await startEstate(say, MILLION);
  try {
    return { rows: await measure(product, MILLION, say), notes: notes(MILLION) };
  } finally {
    await product.stop();
  }
};
