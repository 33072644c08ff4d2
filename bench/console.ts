import { chromium } from 'playwright-core';
import { gzipped, LOADS, loads } from './console-loads.ts';
import { adminCookies, FLAGS, ROWS } from './console-page.ts';
import { STEPS, steps } from './console-steps.ts';
import { ms, patient, times } from './measure.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Console and login page in headless Chromium, cold cache. */
export const measureConsole: Measure = async ({ product, say }) => {
  const running = await product();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  try {
    const cookies = await adminCookies(running);
    const figures = () => loads(browser, running, cookies);
    await figures(); // fills the server's own caches
    const found = await patient(figures, ({ list }) => list.shown <= 800 && list.long <= 250);
    const [listBytes, loginBytes] = [await gzipped(running, found.list.scripts), await gzipped(running, found.login.scripts)];
    const inside = await patient(
      () => steps(browser, running, cookies),
      (one) => one.next <= 60 && one.screen <= 150,
    );
    const empty = `empty static page: ${ms(found.empty.shown)}`;
    const row = (what: string, budget: string, measured: string, pass: boolean, baseline = '–', ratio = '–'): Row => ({
      what,
      budget,
      measured,
      baseline,
      ratio,
      pass,
    });
    say(`list ${ms(found.list.shown)}, long tasks ${ms(found.list.long)}, next page ${ms(inside.next)}, screen ${ms(inside.screen)}`);
    const kb = (bytes: number) =>
      `${(bytes / KB).toFixed(0)} KB in ${bytes === listBytes ? found.list.scripts.length : found.login.scripts.length} files`;
    return {
      rows: [
        row('JavaScript of the login page, gzip', '≤ 200 KB', kb(loginBytes), loginBytes <= 200 * KB),
        row('JavaScript of the users list, gzip', '≤ 450 KB', kb(listBytes), listBytes <= 450 * KB),
        row('script files of the assets list', '≤ 12', String(found.assets.scripts.length), found.assets.scripts.length <= 12),
        row(
          'assets list, cold, until the frame is painted',
          '≤ 300 ms',
          ms(found.assets.painted),
          found.assets.painted <= 300,
          `empty static page: ${ms(found.empty.painted)}`,
          times(found.assets.painted / found.empty.painted),
        ),
        row(
          `users list of ${ROWS} rows, cold, until painted`,
          '≤ 0.8 s',
          ms(found.list.shown),
          found.list.shown <= 800,
          empty,
          times(found.list.shown / found.empty.shown),
        ),
        row(
          'main thread in long tasks meanwhile',
          '≤ 0.25 s',
          `${ms(found.list.long)} (beyond 50 ms each: ${ms(found.list.beyond)})`,
          found.list.long <= 250,
          `empty static page: ${ms(found.empty.long)}`,
        ),
        row(
          'next page',
          '≤ 60 ms',
          ms(inside.next),
          inside.next <= 60,
          `same request bare: ${ms(inside.bareNext)}`,
          times(inside.next / inside.bareNext),
        ),
        row(
          'screen to screen (users, groups)',
          '≤ 150 ms',
          ms(inside.screen),
          inside.screen <= 150,
          `same request bare: ${ms(inside.bareScreen)}`,
          times(inside.screen / inside.bareScreen),
        ),
        row(
          'search, from Enter until painted',
          '≤ 100 ms',
          ms(inside.search),
          inside.search <= 100,
          `same request bare: ${ms(inside.bareSearch)}`,
          times(inside.search / inside.bareSearch),
        ),
        row(
          'opening the choices of a related field',
          '≤ 150 ms',
          ms(inside.choices),
          inside.choices <= 150,
          `same request bare: ${ms(inside.bareChoices)}`,
          times(inside.choices / inside.bareChoices),
        ),
        row(
          'heap on the users list after garbage collection',
          '≤ 25 MB',
          `${(inside.heap / MB).toFixed(1)} MB`,
          inside.heap <= 25 * MB,
          `empty static page: ${(inside.emptyHeap / MB).toFixed(1)} MB`,
        ),
      ],
      notes: [
        `Medians of ${LOADS} cold loads (a new browser context each, in turns with the empty page) and of ${STEPS} steps. Chromium ${browser.version()} without a GPU shares the cores with server, database and everything else.`,
        'JavaScript counts every script requested until the page is idle, as the server sends it to a client that takes gzip. "Painted": the second animation frame after the fifteenth row is in the document.',
      ],
    };
  } finally {
    await browser.close();
  }
};
