import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createPermission, uniqueName } from '@postern/testkit/factories';
import { times } from './measure.ts';
import { collect, openDatabase, type Product, residentBytes, startProduct } from './product.ts';
import type { Measure } from './section.ts';
import { bare, simulated, startHosts } from './simulated-hosts.ts';

/** A quick job on a thousand hosts, each a recorded session through the gateway, against as many bare logins with the same command. */

const HOSTS = Number(process.env.JOB_HOSTS ?? 1_000);
const WIDTH = 20;
const SLOWEST_MS = 200;
const PASSWORD = 'Bench-secret-1';
const COMMAND = 'getent passwd';
const MOST_MS = 900_000;
/** Two handshakes in place of one, a session with its recording, its commands and its end. */
const RATIO = 4;
const MEMORY = 64 * 2 ** 20;

/** Assets straight in SQL, as those made over the API would be tested at once; their accounts over the API, which encrypts secrets. */
async function addHosts(product: Product, admin: Api, port: number): Promise<string[]> {
  const client = await openDatabase(product);
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into assets (id, org_id, name, address, platform_id, protocols, is_active)
       select gen_random_uuid(), $1, 'job-' || x.address, x.address, 1, jsonb_build_array(jsonb_build_object('name', 'ssh', 'port', $3::int)), true
       from unnest($2::text[]) x(address) returning id`,
      [ORG.DEFAULT, simulated(HOSTS, port).map(({ address }) => address), port],
    );
    const ids = rows.map(({ id }) => id);
    await clientOf(admin).accounts.bulk({ assets: ids, name: 'root', username: 'root', secret: PASSWORD });
    const me = await clientOf(admin).profile.retrieve();
    await createPermission(admin, { users: [me.id], assets: ids, accounts: ['@ALL'] });
    return ids;
  } finally {
    await client.end();
  }
}

interface Ran {
  took: number;
  counts: Record<string, number>;
  worker: number;
  gateway: number;
}

async function runJob(product: Product, admin: Api, assets: readonly string[]): Promise<Ran> {
  const [worker, gateway] = [await product.pid('worker'), await product.pid('gateway')];
  const body = { name: uniqueName('job'), assets, args: COMMAND, instant: true, is_periodic: false, parallelism: WIDTH };
  const { body: made } = await admin.post<Json>(addressOf('jobs'), body);
  if (typeof made.task_id !== 'string') throw new Error(`No run: ${JSON.stringify(made)}`);
  const peak = { worker: 0, gateway: 0 };
  for (const end = performance.now() + MOST_MS; performance.now() < end; await wait(500)) {
    peak.worker = Math.max(peak.worker, await residentBytes(worker));
    peak.gateway = Math.max(peak.gateway, await residentBytes(gateway));
    const { body: run } = await admin.get<Json>(addressOf('jobExecutions', 'retrieve', made.task_id));
    if (run.is_finished) return { took: Number(run.time_cost) * 1_000, counts: run.counts, ...peak };
  }
  throw new Error('The run did not end in time');
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

export const measureJobs: Measure = async ({ say }) => {
  const product = await startProduct({ collectable: true });
  const hosts = await startHosts({ count: HOSTS, slowestMs: SLOWEST_MS, password: PASSWORD });
  try {
    const admin = (await product.admin()).inOrg(ORG.DEFAULT);
    const ids = await addHosts(product, admin, hosts.port);
    await runJob(product, admin, ids.slice(0, 50));
    const worker = await product.pid('worker');
    await collect(worker);
    const before = await residentBytes(worker);
    const all = await runJob(product, admin, ids);
    const plain = await bare(simulated(HOSTS, hosts.port), { width: WIDTH, password: PASSWORD, command: COMMAND });
    say(`  ${JSON.stringify({ before, ...all, plain })}`);
    return {
      rows: [
        {
          what: `one command on ${HOSTS} hosts`,
          budget: `≤ ${RATIO}× bare ssh2`,
          measured: `${seconds(all.took)}, ${((all.took * 1) / HOSTS).toFixed(0)} ms a host`,
          baseline: `bare ssh2, ${WIDTH} at once: ${seconds(plain)}`,
          ratio: times(all.took / plain),
          pass: all.took / plain <= RATIO,
        },
        {
          what: 'hosts with their answer',
          budget: 'all',
          measured: JSON.stringify(all.counts),
          baseline: '–',
          ratio: '–',
          pass: all.counts.ok === HOSTS,
        },
        {
          what: 'memory of the worker meanwhile',
          budget: `+ ${mib(MEMORY)} at most`,
          measured: `${mib(before)} → ${mib(all.worker)}`,
          baseline: '–',
          ratio: '–',
          pass: all.worker - before <= MEMORY,
        },
      ],
      notes: [
        `Hosts are simulated by one process on addresses of loopback, which answers after 0 to ${SLOWEST_MS} ms and shares the cores with the product. \`JOB_HOSTS=5000 npm run bench -- jobs\` takes more.`,
      ],
    };
  } finally {
    hosts.stop();
    await product.stop();
  }
};
