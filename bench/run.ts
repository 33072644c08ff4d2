import { measureAccess } from './access.ts';
import { measureAudit } from './audit.ts';
import { measureBulkAccounts } from './bulk-accounts.ts';
import { measureColdStart } from './cold-start.ts';
import { measureConsole } from './console.ts';
import { measureCrowd } from './crowd.ts';
import { measureDirectory } from './directory.ts';
import { startEstate } from './estate-data.ts';
import { measureEveryGet } from './every-get.ts';
import { measureFleet } from './fleet.ts';
import { measureFloods } from './floods.ts';
import { measureFootprint } from './footprint.ts';
import { measureGather } from './gather.ts';
import { measureJobs } from './jobs.ts';
import { measureList, measureSearch } from './list.ts';
import { measureLists, measureListsMillion } from './lists.ts';
import { measureMenu } from './menu.ts';
import { measureMyAssets } from './my-assets.ts';
import { measurePlans } from './plans.ts';
import { fill, type Product, startProduct } from './product.ts';
import { measureReplay } from './replay.ts';
import { type Section, table, writeResults } from './report.ts';
import type { Measure, World } from './section.ts';
import { measureSessions } from './sessions.ts';
import { measureSshBulk } from './ssh-bulk.ts';
import { measureTickets } from './tickets.ts';
import { measureTransfer } from './transfer.ts';
import { measureUpload } from './upload.ts';

/** `npm run bench`: every figure we claim, beside a baseline of the same run. With names of sections: only those. */

const SECTIONS: Readonly<Record<string, Measure>> = {
  list: measureList,
  search: measureSearch,
  'my-assets': measureMyAssets,
  menu: measureMenu,
  access: measureAccess,
  tickets: measureTickets,
  audit: measureAudit,
  replay: measureReplay,
  transfer: measureTransfer,
  upload: measureUpload,
  'bulk-accounts': measureBulkAccounts,
  gather: measureGather,
  jobs: measureJobs,
  directory: measureDirectory,
  'ssh-bulk': measureSshBulk,
  sessions: measureSessions,
  fleet: measureFleet,
  floods: measureFloods,
  'cold-start': measureColdStart,
  footprint: measureFootprint,
  console: measureConsole,
  lists: measureLists,
  crowd: measureCrowd,
  'every-get': measureEveryGet,
  plans: measurePlans,
  'lists-million': measureListsMillion,
};

/** What takes so long that it is measured only where it is named. */
const ONLY_NAMED = ['lists-million'];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(names: readonly string[]): Promise<number> {
  const order = Object.keys(SECTIONS);
  const unknown = names.filter((name) => !order.includes(name));
  if (unknown.length > 0) {
    say(`There is no section ${unknown.join(', ')}. Sections: ${order.join(', ')}`);
    return 64;
  }
  let shared: Promise<Product> | undefined;
  let estate: Promise<Product> | undefined;
  const world: World = {
    say,
    product: () => {
      shared ??= prepared();
      return shared;
    },
    estate: () => {
      estate ??= startEstate(say);
      return estate;
    },
  };
  const done: Section[] = [];
  try {
    for (const name of names.length > 0 ? names : order.filter((one) => !ONLY_NAMED.includes(one))) {
      const measure = SECTIONS[name];
      if (!measure) continue;
      say(`\n${name}`);
      const section = { name, ...(await measure(world)) };
      done.push(section);
      process.stdout.write(`\n## ${name}\n\n${table(section.rows)}\n`);
      await writeResults(done, order);
    }
  } finally {
    await shared?.then((product) => product.stop());
    await estate?.then((product) => product.stop());
  }
  const rows = done.flatMap((section) => section.rows);
  const failed = rows.filter((row) => row.pass === false).length;
  say(`\n${rows.filter((row) => row.pass).length} within their budget, ${failed} over it`);
  return failed > 0 ? 1 : 0;
}

async function prepared(): Promise<Product> {
  say('Starting the product and filling it');
  const product = await startProduct({ collectable: true });
  try {
    await fill(product);
    return product;
  } catch (error) {
    await product.stop();
    throw error;
  }
}

// What was started must not outlive a run that is ended from outside.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main(process.argv.slice(2));
