import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '@postern/client/api';
import { type Address, getAddresses } from './get-addresses.ts';
import type { Caller } from './http-client.ts';
import { median, ms } from './measure.ts';
import { adminCaller } from './pages.ts';
import type { Row } from './report.ts';
import type { Measure, World } from './section.ts';

/**
 * Addresses whose answer may take longer than any list should, as the OpenAPI document has them, and why. With `?limit=15` for the page of a list
 * that takes longer, without it for all of its rows.
 */
const SLOW_GETS: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL('slow-gets.json', import.meta.url), 'utf8'));

const TIMES = 5;
const LIMIT_MS = 50;
/** Answers that take so long are asked for twice: the figure is beyond doubt. */
const LONG_MS = 2_000;
const PATIENCE_MS = 60_000;
const PAGE = '?limit=15';

interface Found {
  /** As reasons name it. */
  name: string;
  /** Undefined: no answer came. */
  status: number | undefined;
  p50: number;
  bytes: number;
}

async function look(caller: Caller, name: string, path: string): Promise<Found> {
  const samples: number[] = [];
  let status: number | undefined;
  let bytes = 0;
  for (let turn = 0; turn < ((samples[0] ?? 0) > LONG_MS ? 2 : TIMES); turn += 1) {
    const start = performance.now();
    const answer = await caller.send({ path, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
    samples.push(performance.now() - start);
    status = answer?.status;
    bytes = answer?.body.length ?? 0;
    if (status === undefined || status >= 500) break;
  }
  return { name, status, p50: median(samples), bytes };
}

/** A list is asked for whole, and for a page of it. */
async function ask(caller: Caller, { template, path, paged }: Address): Promise<Found[]> {
  const whole = await look(caller, template, path);
  if (!paged) return [whole];
  const page = `${path}${path.includes('?') ? '&' : '?'}${PAGE.slice(1)}&offset=0`;
  if (whole.status === undefined) await back(caller);
  return [whole, await look(caller, `${template}${PAGE}`, page)];
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1_000).toLocaleString('en')} kB`;

function rowsOf(found: readonly Found[], replaced: boolean): Row[] {
  const broken = found.filter(({ status }) => status === undefined || status >= 500);
  const slow = found.filter(({ p50 }) => p50 > LIMIT_MS).toSorted((a, b) => b.p50 - a.p50);
  const statuses = Map.groupBy(found, ({ status }) => String(status ?? 'none'));
  return [
    {
      what: 'answers',
      budget: 'none is 5xx',
      measured: broken.length === 0 ? 'none' : broken.map(({ name, status }) => `${name}: ${status ?? 'none'}`).join(', '),
      baseline: [...statuses].map(([status, ones]) => `${ones.length}× ${status}`).join(', '),
      ratio: '–',
      pass: broken.length === 0,
    },
    {
      what: 'process of the server',
      budget: 'the same afterwards',
      measured: replaced ? 'another one' : 'the same',
      baseline: '–',
      ratio: '–',
      pass: !replaced,
    },
    ...slow.map(
      ({ name, p50, bytes, status }): Row => ({
        what: `\`${name}\``,
        budget: `p50 ≤ ${LIMIT_MS} ms, or a reason`,
        measured: `p50 ${ms(p50)}, ${kilobytes(bytes)}${status === 200 ? '' : `, ${status ?? 'no answer'}`}`,
        baseline: SLOW_GETS[name] ?? '–',
        ratio: '–',
        pass: name in SLOW_GETS,
      }),
    ),
  ];
}

/** An answer that never came may have taken the server with it. */
async function back(caller: Caller): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while ((await caller.send({ path: addressOf('profile', 'retrieve') }).catch(() => undefined))?.status !== 200) {
    if (performance.now() > end) throw new Error('The server does not answer any more');
    await wait(500);
  }
}

async function walk(caller: Caller, addresses: readonly Address[], say: World['say']): Promise<Found[]> {
  const found: Found[] = [];
  for (const address of addresses) {
    const answers = await ask(caller, address);
    found.push(...answers);
    if (answers.at(-1)?.status === undefined) await back(caller);
    for (const { name, p50, bytes, status } of answers)
      if (p50 > LIMIT_MS || status === undefined || status >= 500) say(`${name}: ${status ?? 'none'}, ${ms(p50)}, ${kilobytes(bytes)}`);
  }
  return found;
}

/** Every GET there is, as the administrator, where there is much of everything. */
export const measureEveryGet: Measure = async ({ estate, say }) => {
  const product = await estate();
  const server = await product.pid('server');
  const caller = await adminCaller(product);
  try {
    const { addresses, unfilled } = await getAddresses(caller, say);
    const found = await walk(caller, addresses, say);
    return {
      rows: rowsOf(found, (await product.pid('server')) !== server),
      notes: [
        `${addresses.length} addresses of the OpenAPI document, asked ${TIMES} times each, twice where an answer takes more than ${LONG_MS / 1_000} s; lists without a limit, and for the first 15 rows. Parameters are ids of rows that are there. Reasons for slow ones are in \`bench/slow-gets.ts\`.`,
        `Not asked, because nothing there could fill them: ${unfilled.map((one) => `\`${one}\``).join(', ') || 'none'}.`,
      ],
    };
  } finally {
    caller.close();
  }
};
