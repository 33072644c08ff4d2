import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import { AMOUNTS, PASSWORD, PEOPLE } from '@postern/testkit/dataset';
import { Client, type ClientChannel } from 'ssh2';
import { createCaller } from './http-client.ts';
import { median, ms, patient, percentile, timed, times } from './measure.ts';
import type { Product } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';

/** The menu at the SSH door for somebody with 100,000 assets. */

const OPEN_MS = 1_500;
const KEY_MS = 200;
const SEARCH_MS = 400;
const ROUNDS = 20;
const LOGINS = 5;
const LIMIT_MS = 30_000;
/** Letters that come together are one search: the menu asks when somebody has stopped typing for a moment. */
const WORD = 'cache-osaka';
/** Some of the dataset's assets have nothing that opens on a terminal. */
const MANY = /1 of (\d{5,})/;

interface Menu {
  /** Types keys and answers the milliseconds until the screen shows what is looked for, newly drawn. */
  until(keys: string, what: RegExp): Promise<number>;
  /** Assets that open on a terminal: as many as the first screen says. */
  all: number;
  close(): void;
}

async function openMenu({ sshPort }: Product): Promise<{ menu: Menu; took: number }> {
  const client = new Client();
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject);
    client.connect({ host: '127.0.0.1', port: sshPort, username: PEOPLE.everything, password: PASSWORD, readyTimeout: LIMIT_MS });
  });
  const channel = await new Promise<ClientChannel>((resolve, reject) =>
    client.shell({ term: 'xterm-256color', cols: 120, rows: 40 }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  let drawn = '';
  let look: (() => void) | undefined;
  channel.on('data', (bytes: Buffer) => {
    drawn += bytes;
    look?.();
  });
  const menu: Menu = {
    until(keys, what) {
      const begun = performance.now();
      drawn = '';
      if (keys !== '') channel.write(keys);
      return new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`The menu never showed ${what}:\n${drawn.slice(-1_500)}`)), LIMIT_MS);
        look = () => {
          if (!what.test(drawn)) return;
          clearTimeout(limit);
          look = undefined;
          resolve(performance.now() - begun);
        };
        look();
      });
    },
    all: 0,
    close: () => client.end(),
  };
  await menu.until('', MANY);
  menu.all = Number(MANY.exec(drawn)?.[1]);
  return { menu, took: performance.now() - start };
}

export const measureMenu: Measure = async ({ product, say }) => {
  const running = await product();
  const caller = createCaller(running, await running.login(PEOPLE.everything, PASSWORD), ORG.DEFAULT);
  const bare = async (more: Readonly<Record<string, string | number>> = {}): Promise<number> => {
    const samples: number[] = [];
    for (let run = 0; run < ROUNDS; run += 1)
      samples.push(await timed(() => caller.time(addressOf('permsUsers', 'assets', 'self', { limit: 50, offset: 0, ...more }))));
    return median(samples);
  };
  const logins = async (): Promise<number[]> => {
    const took: number[] = [];
    for (let run = 0; run < LOGINS; run += 1) {
      const opened = await openMenu(running);
      took.push(opened.took);
      opened.menu.close();
      await wait(200);
    }
    return took;
  };
  try {
    await logins();
    const opened = await patient(logins, (took) => percentile(took, 0.95) <= OPEN_MS);
    const { menu } = await openMenu(running);
    const ends = async (): Promise<number[]> => {
      const took: number[] = [];
      for (let run = 0; run < ROUNDS; run += 1) {
        took.push(await menu.until('\x1b[F', new RegExp(`${menu.all} of ${menu.all}`)));
        took.push(await menu.until('\x1b[H', new RegExp(`1 of ${menu.all}`)));
      }
      return took;
    };
    const paged = await patient(ends, (took) => percentile(took, 0.95) <= KEY_MS);
    const finds = async (): Promise<number[]> => {
      const took: number[] = [];
      for (let run = 0; run < ROUNDS; run += 1) {
        took.push(await menu.until(WORD, /1 of \d{1,4}(?!\d)/));
        await menu.until('\x1b', new RegExp(`1 of ${menu.all}`));
      }
      return took;
    };
    const found = await patient(finds, (took) => percentile(took, 0.95) <= SEARCH_MS);
    menu.close();
    const row = (what: string, samples: readonly number[], budget: number, one: number): Row => {
      const [p50, p95] = [median(samples), percentile(samples, 0.95)];
      say(`${what}: p50 ${ms(p50)}, p95 ${ms(p95)}`);
      return {
        what,
        budget: `p95 ≤ ${ms(budget)}`,
        measured: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
        baseline: `the page of 50 over HTTP: p50 ${ms(one)}`,
        ratio: times(p50 / one),
        pass: p95 <= budget,
      };
    };
    const first = await bare();
    return {
      rows: [
        row('from the connection to the first screen, login and password included', opened, OPEN_MS, first),
        row('to the last asset and back, each', paged, KEY_MS, first),
        row('a search, from its first letter until it is shown', found, SEARCH_MS, await bare({ search: WORD })),
      ],
      notes: [
        `Somebody who is granted ${AMOUNTS.assets.toLocaleString('en')} assets, by ssh2 on a terminal of 120 by 40. ${LOGINS} logins, each of which hashes a password as any login does; ${ROUNDS} rounds of keys in one of them.`,
      ],
    };
  } finally {
    caller.close();
  }
};
