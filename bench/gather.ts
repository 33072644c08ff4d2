import { setTimeout as wait } from 'node:timers/promises';
import type { Api as Client } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { uniqueName } from '@postern/testkit/factories';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import type pg from 'pg';
import { patient, times } from './measure.ts';
import { collect, openDatabase, type Product, residentBytes } from './product.ts';
import type { Measure } from './section.ts';
import { bare, type Place, simulated, startHosts } from './simulated-hosts.ts';

/** Accounts of 200 hosts gathered at once: against the slowest of them, against a bare client, and with dead ones among them. */

const HOSTS = 200;
const REAL = 3;
/** Dead hosts of the second run: half of them take a line and say nothing, half refuse it. */
const DEAD = 40;
/** The slowest of the simulated hosts answers after so many milliseconds, the others evenly before. */
const SLOWEST_MS = 1_000;
const WIDTH = 20;
const PASSWORD = 'Bench-secret-1';
const MANY = { slowestMs: SLOWEST_MS, password: PASSWORD };
const MOST_MS = 120_000;
const RATIO = 2;
const SLOWED = 1.5;
const MEMORY = 96 * 2 ** 20;

/** Assets straight in SQL, as those made over the API would be tested at once; their accounts over the API, which encrypts secrets. */
async function addAssets(client: pg.Client, admin: Client, places: readonly Place[], login: Json): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (
      insert into assets (id, org_id, name, address, platform_id, protocols, is_active)
      select gen_random_uuid(), $1, 'gather-' || md5(random()::text), x.address, 1, jsonb_build_array(jsonb_build_object('name', 'ssh', 'port', x.port)), true
      from unnest($2::text[], $3::int[]) x(address, port) returning id)
     select id from made`,
    [ORG.DEFAULT, places.map(({ address }) => address), places.map(({ port }) => port)],
  );
  const ids = rows.map(({ id }) => id);
  const asked = { assets: ids, name: 'root', username: 'root', privileged: true, ...login };
  await admin.accounts.bulk(asked);
  return ids;
}

interface Gathered {
  /** Milliseconds from the start of the run until the last host that lives was done. */
  took: number;
  peak: number;
}

async function gather(product: Product, client: pg.Client, admin: Client, assets: readonly string[], living: number): Promise<Gathered> {
  await client.query('delete from gathered_accounts where asset_id = any($1::uuid[])', [assets]);
  const plan = await admin.gatherAccountAutomations.create({ name: uniqueName('gather'), assets, is_periodic: false });
  const run: object = await admin.gatherAccountExecutions.create({ automation: plan.id });
  if (!('task' in run)) throw new Error(`No run: ${JSON.stringify(run)}`);
  const worker = await product.pid('worker');
  let peak = 0;
  for (const end = performance.now() + MOST_MS; performance.now() < end; await wait(50)) {
    peak = Math.max(peak, await residentBytes(worker));
    const { rows } = await client.query<{ done: number; took: number }>(
      `select count(distinct g.asset_id)::int as done, extract(epoch from max(g.date_updated) - min(e.date_start)) * 1000 as took
       from automation_executions e left join gathered_accounts g on g.asset_id = any($1::uuid[]) where e.id = $2`,
      [assets, run.task],
    );
    if (rows[0]?.done === living) return { took: Number(rows[0].took), peak };
  }
  throw new Error('The run did not end in time');
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

export const measureGather: Measure = async ({ product, say }) => {
  const running = await product();
  const client = await openDatabase(running);
  const admin = clientOf((await running.admin()).inOrg(ORG.DEFAULT));
  const real: Sshd[] = [];
  const hosts = [
    await startHosts({ ...MANY, count: HOSTS - REAL }),
    await startHosts({ ...MANY, count: HOSTS - DEAD / 2, hanging: DEAD / 2 }),
  ] as const;
  const ids: string[] = [];
  try {
    for (let at = 0; at < REAL; at += 1) real.push(await startSshd());
    const living = simulated(HOSTS - REAL, hosts[0].port);
    const password = { secret: PASSWORD };
    const fine = await addAssets(client, admin, living, password);
    for (const { port, privateKey } of real)
      fine.push(...(await addAssets(client, admin, [{ address: '127.0.0.1', port }], { secret_type: 'ssh_key', secret: privateKey })));
    // Those that hang have the first addresses; those that refuse have addresses nobody listens on.
    const refusing = Array.from({ length: DEAD / 2 }, (_, at) => ({ address: `127.0.2.${at + 1}`, port: hosts[1].port }));
    const mixed = await addAssets(client, admin, [...simulated(HOSTS - DEAD / 2, hosts[1].port), ...refusing], password);
    ids.push(...fine, ...mixed);
    const worker = await running.pid('worker');
    await gather(running, client, admin, fine.slice(0, 10), 10);
    const measure = async () => {
      await collect(worker);
      const before = await residentBytes(worker);
      const all = await gather(running, client, admin, fine, HOSTS);
      const plain = await bare(living, { width: WIDTH, password: PASSWORD, command: 'getent passwd' });
      const withDead = await gather(running, client, admin, mixed, HOSTS - DEAD);
      const figures = { before, ...all, plain, dead: withDead.took, deadPeak: withDead.peak };
      say(`  ${JSON.stringify(figures)}`);
      return figures;
    };
    const found = await patient(
      measure,
      ({ took, plain, dead, peak, before }) => took / plain <= RATIO && dead / took <= SLOWED && peak - before <= MEMORY,
    );
    const peak = Math.max(found.peak, found.deadPeak);
    return {
      rows: [
        {
          what: `gather ${HOSTS} hosts`,
          budget: `≤ ${RATIO}× bare ssh2`,
          measured: `${seconds(found.took)}; the slowest host alone takes ${seconds(SLOWEST_MS)}`,
          baseline: `bare ssh2, ${WIDTH} at once: ${seconds(found.plain)}`,
          ratio: times(found.took / found.plain),
          pass: found.took / found.plain <= RATIO,
        },
        {
          what: `the living of ${HOSTS} hosts, ${DEAD} of them dead`,
          budget: `≤ ${SLOWED}× without dead ones`,
          measured: seconds(found.dead),
          baseline: `without dead ones: ${seconds(found.took)}`,
          ratio: times(found.dead / found.took),
          pass: found.dead / found.took <= SLOWED,
        },
        {
          what: 'memory of the worker meanwhile',
          budget: `+ ${mib(MEMORY)} at most`,
          measured: `${mib(found.before)} → ${mib(peak)}`,
          baseline: '–',
          ratio: '–',
          pass: peak - found.before <= MEMORY,
        },
      ],
      notes: [
        `${REAL} real sshd, the others simulated by one ssh2 server process on addresses of loopback: a real login each, then an answer like that of a machine with forty people after 0 to ${seconds(SLOWEST_MS)}. All share the cores with the product.`,
        `Of the dead, half take a connection and never say a word, half refuse it. Time runs until the last living host is stored; the run itself ends when the dead have been given up.`,
      ],
    };
  } finally {
    for (const one of hosts) one.stop();
    for (const one of real) await one.stop();
    await client.query('delete from assets where id = any($1::uuid[])', [ids]).catch((error: unknown) => say(String(error)));
    await client.end();
  }
};
