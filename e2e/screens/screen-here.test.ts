import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARTEFACTS, type Browser, newPerson, shoot, startBrowser } from '../support/browser.ts';
import { accessibility } from '../support/inspect.ts';
import { takePicture } from '../support/picture.ts';
import { drawn, lacksOf } from '../support/screen-here.ts';

// What the other tests of screens rest on: a page that is not there is not taken for one that is, and not kept as a picture.

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** A page of our own making; what it asks for under /never is never answered. */
async function seeded(body: string): Promise<Page> {
  const { page } = await newPerson(browser, { origin: 'http://screens.test' });
  await page.route('**/*', async (route) => {
    if (route.request().url().endsWith('/never')) return;
    await route.fulfill({ contentType: 'text/html', body: `<!doctype html><html lang="en"><body>${body}</body></html>` });
  });
  await page.goto('/');
  return page;
}

const ROWS = '<section class="s-list"><table><tr data-row-key="1"><td>quay-1</td></tr></table></section>';
const NONE = '<section class="s-list"><div class="p-empty"><p class="p-empty__title">No assets yet</p></div></section>';

test.each([
  ['with rows', `<main><h1>Assets</h1>${ROWS}</main>`],
  ['that says there are none', `<main><h1>Assets</h1>${NONE}</main>`],
  ['that is one sentence', '<main><div class="p-empty"><h1 class="p-empty__title">No such page</h1><p>It may have moved.</p></div></main>'],
])('a screen %s is here', async (_, html) => {
  const page = await seeded(html);
  expect(await lacksOf(page)).toEqual([]);
  await shoot(page, 'screen-here');
});

test.each([
  ['blank', '<div id="root"></div>', /no main part/],
  ['without a heading', `<main>${ROWS}</main>`, /no heading/],
  ['with a heading alone', '<main><h1>Assets</h1></main>', /nothing but a heading/],
  ['whose list is empty without saying so', '<main><h1>Assets</h1>1<section class="s-list">Filter</section></main>', /neither rows nor/],
  ['of the address before', `<main data-address="/ui/before"><h1>Assets</h1>${ROWS}</main>`, /still that of \/ui\/before/],
  ['with a skeleton', `<main><h1>Assets</h1>${ROWS}<div class="p-skeleton">…</div></main>`, /p-skeleton is waiting/],
  ['that says it is busy', `<main aria-busy="true"><h1>Assets</h1>${ROWS}</main>`, /aria-busy="true"\] is waiting/],
  ['with a bar without an end', `<main><h1>Assets</h1>${ROWS}<div role="progressbar">…</div></main>`, /progressbar.* is waiting/],
  ['that has asked for more', `<main><h1>Assets</h1>${ROWS}<script>fetch('/never')</script></main>`, /never is on its way/],
])('a screen %s is not here', async (_, html, reason) => {
  expect((await lacksOf(await seeded(html))).join()).toMatch(reason);
});

test.each([
  ['a button without a name', '<button></button>', /^button-name: .* \(1\) at button: ./],
  ['faint words', '<p style="color: #bbb; background: #fff">Not to be read</p>', /^color-contrast: .* \(1\) at p: .*1\.9/],
  [
    'two small buttons side by side',
    '<button style="width: 9px">a</button><button style="width: 9px">b</button>',
    /^target-size: .* \(2\) at /,
  ],
])('a look at a page finds %s, says where, and what it is', async (_, html, finding) => {
  const page = await seeded(`<main><h1>Assets</h1>${html}</main>`);
  const found = [...(await accessibility(page)), ...(await accessibility(page))];
  expect(found.filter((one) => finding.test(one))).toHaveLength(2);
});

test('a frame that Chromium never draws is asked for anew', async () => {
  const page = await seeded('<main><h1>Assets</h1></main>');
  await page.evaluate(
    '{ const draw = requestAnimationFrame; window.requestAnimationFrame = () => { window.requestAnimationFrame = draw } }',
  );
  await drawn(page);
  expect(await page.evaluate('requestAnimationFrame.name')).toBe('requestAnimationFrame');
});

test.each([
  ['blank', ''],
  ['blank but for a bar', '<div style="height: 2px; width: 400px; background: green"></div>'],
  ['a surface', '<div style="height: 600px; background: linear-gradient(#fff 50%, #eee 50%)"></div>'],
])('a picture that is %s is not kept', async (_, html) => {
  await expect(takePicture(await seeded(html), join(ARTEFACTS, 'failed-blank.png'))).rejects.toThrow(/a picture of nothing/);
});
