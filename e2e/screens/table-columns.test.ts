import { expect, test } from 'vitest';
import { newPerson, shootNow } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { sceneOfFile } from '../support/product-of-file.ts';
import { goTo, visit } from '../support/screen-here.ts';
import { LISTS, misfits } from '../support/table-fit.ts';

// Every list that the menus lead to, as it comes, beside the open menu of a screen of 1440 px: the words of its heads are whole, and it does not scroll sideways.
// In Chinese and Japanese the walk that looks for English sees to it (languages.test.ts).

const { postern, browser } = sceneOfFile();

test('the columns of every list fit', async () => {
  const person = await newPerson(browser, { origin: postern.origin });
  await startSession(person.page, 'admin', ADMIN_PASSWORD);
  const problems: string[] = [];
  let tables = 0;
  for (const address of LISTS) {
    await goTo(person.page, `/ui/${address}`);
    tables += await person.page.locator('.s-table').count();
    const found = await misfits(person.page);
    problems.push(...found.map((problem) => `${address}: ${problem}`));
    if (found.length > 0) await shootNow(person.page, `misfit-${address.replaceAll(/\W+/g, '-')}`);
  }
  await person.close();
  expect(problems).toEqual([]);
  expect(tables).toBeGreaterThan(LISTS.length - 10);
});

test('rows can be compact, and stay so; a table that is moved sideways keeps its first column and its actions in sight', async () => {
  const person = await newPerson(browser, { origin: postern.origin, colorScheme: 'dark' });
  const { page } = person;
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await visit(page, '/ui/console/users/users');
  await page.locator('.s-toolbar').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compact rows' }).click();
  await visit(page, '/ui/console/users/groups');
  expect((await page.locator('tr[data-row-key]').first().boundingBox())?.height).toBe(34);
  await page.setViewportSize({ width: 1024, height: 700 });
  await visit(page, '/ui/console/users/users');
  const table = page.locator('.s-table-scroll');
  const moved = await table.evaluate((scroller) => {
    scroller.scrollLeft = scroller.scrollWidth;
    return scroller.scrollLeft;
  });
  expect(moved).toBeGreaterThan(0);
  await shootNow(page, 'columns-sideways-dark-1024');
  const place = await table.boundingBox();
  const inSight = async (part: string): Promise<boolean> => {
    const box = await table.locator(`tr[data-row-key] .${part}`).first().boundingBox();
    return box !== null && place !== null && box.x >= place.x && box.x + box.width <= place.x + place.width;
  };
  expect(await Promise.all(['s-mark', 's-first', 's-actions'].map(inSight))).toEqual([true, true, true]);
  await person.close();
});
