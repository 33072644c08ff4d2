import { readFile } from 'node:fs/promises';
import { API } from '@postern/client/http';
import type { Api, Json } from '@postern/testkit/api';
import type { Locator, Page } from 'playwright-core';
import { shoot } from './browser.ts';
import { choose } from './console.ts';
import { readCsv, writeCsv } from './csv.ts';
import { goTo, screenHere } from './screen-here.ts';
import { until } from './until.ts';

/** What is done with one field of a form, by the words of the screen. `{name}` stands for the name of the object. */
export type Entry =
  | { fill: string; with: string }
  | { choose: string; with: string }
  /** A radio of a group, or a tag that Enter adds. */
  | { pick: string; with: string }
  | { tag: string; with: string }
  | { number: string; with: string }
  /** A choice through its group. */
  | { cascade: string; with: string };

/** A card of related objects on the page of an object. */
export interface Relation {
  card: string;
  option: string;
  /** The tab it stands on; the first one when absent. */
  tab?: string;
  /** Whether the object holds `option`, asked of the API. */
  linked: (object: Json) => unknown;
  /** False for cards that only add. */
  removes?: boolean;
}

/** One list with all that can be done on it and on its forms and pages; what a screen does not have is said by false. */
export interface Walk {
  one: string;
  many: string;
  /** Address of the list. */
  list: string;
  /** Where the API has it (`addressOf`). */
  api: string;
  /** Address of the form, where the list's button asks first what to make. */
  form?: string;
  fill: readonly Entry[];
  /** What a copy, or a row of a file, wants for itself besides its name: by field of the form, and by column. */
  own?: Readonly<Record<string, string>>;
  /** What a copy is called at first, where it is not the usual. */
  copyName?: string;
  /** What a copy does not take along from the original. */
  copy?: readonly Entry[];
  /** A field that is changed of both at once: their comment, or whether they are active where the comment is not offered. */
  bulkUpdate: 'Comment' | 'Active' | false;
  /** What the menu calls switching the ticked ones off and on. */
  bulkSwitch: readonly [off: string, on: string] | false;
  bulkDelete: boolean;
  transfer: boolean;
  /** Objects have a page. */
  page: boolean;
  relations?: readonly Relation[];
  /** Switches among the quick actions, and the field each of them writes. */
  switches?: Readonly<Record<string, string>>;
}

const named = (text: string, name: string): string => text.replaceAll('{name}', name);
/** What is typed into every object's comment. */
const [FIRST, LATER, EVERYWHERE, IMPORTED] = ['As it was made', 'As it was changed', 'The same for all', 'From a file'];

/** Chooses, and sees it chosen: a form that is still arriving may take the first choice back. */
async function chosen(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field, exact: true });
  const items = page
    .locator('.ant-select', { has: box })
    .locator('.ant-select-selection-item, .ant-select-content-has-value')
    .filter({ hasText: option });
  await until(`${option} is chosen for ${field}`, 20_000, async () => {
    if ((await items.count()) === 0) await choose(page, page.getByRole('main'), field, option);
    return (await items.count()) > 0;
  });
}

async function enter(page: Page, entries: readonly Entry[], name: string): Promise<void> {
  for (const entry of entries) {
    const value = named(entry.with, name);
    if ('fill' in entry) await page.getByRole('main').getByRole('textbox', { name: entry.fill }).fill(value);
    else if ('choose' in entry) await chosen(page, entry.choose, value);
    else if ('pick' in entry)
      await page
        .getByRole('group', { name: entry.pick })
        .or(page.getByRole('radiogroup', { name: entry.pick }))
        .getByText(value, { exact: true })
        .click();
    else if ('number' in entry) await page.getByRole('main').getByRole('spinbutton', { name: entry.number }).fill(value);
    else if ('cascade' in entry) {
      const box = page.getByRole('combobox', { name: entry.cascade, exact: true });
      await box.click();
      await box.fill(value);
      await page.locator('.ant-cascader-menu-item').filter({ hasText: value }).first().click();
      await box.press('Escape');
    } else {
      const box = page.getByRole('combobox', { name: entry.tag, exact: true });
      await box.fill(value);
      await box.press('Enter');
      await box.press('Escape');
    }
  }
}

/** Saves a form and waits for the answer; the refusal of the server is the error. */
async function saved(page: Page, api: string): Promise<void> {
  const before = page.url();
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) =>
        /POST|PUT|PATCH/.test(response.request().method()) && new URL(response.url()).pathname.startsWith(`${API}${api.split('?')[0]}`),
    ),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  if (!answer.ok()) throw new Error(`not saved: ${answer.status()} ${await answer.text()}`);
  await page.waitForURL((url) => url.href !== before);
}

export interface Walker {
  page: Page;
  api: Api;
  spec: Walk;
}

const byName = async ({ api, spec }: Walker, name: string): Promise<Json | undefined> => {
  const { body } = await api.get<Json[] | Json>(spec.api, { query: { search: name, limit: 50 } });
  const rows = (Array.isArray(body) ? body : body.results) as Json[];
  return rows.find((row) => row.name === name);
};
export const needed = async (walker: Walker, name: string): Promise<Json> => {
  const row = await byName(walker, name);
  if (!row) throw new Error(`${walker.spec.one} ${name} is not there`);
  return (await walker.api.get<Json>(`${walker.spec.api.split('?')[0]}${row.id}/`)).body;
};

/** A screen that asks the server for nothing. */
export const ELSEWHERE = '/ui/404';

/** The list as it is now, nothing ticked. From itself it is come to by way of another screen, as loading the page anew takes several times as long. */
export async function open({ page, spec }: Walker): Promise<void> {
  if (new URL(page.url()).pathname === new URL(spec.list, page.url()).pathname) await goTo(page, ELSEWHERE);
  await goTo(page, spec.list);
  await page.getByRole('region', { name: spec.many }).waitFor();
  await screenHere(page);
}

/** The row of the object of exactly this name; a copy has the name of the original within its own. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

/** Takes an action of a row, be it a button of the row or an entry of its menu. */
export async function act({ page }: Walker, name: string, action: string): Promise<void> {
  const row = rowOf(page, name);
  const button = row.getByRole('button', { name: action, exact: true });
  if ((await button.count()) > 0) return button.click();
  await row.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function tick(walker: Walker, names: readonly string[]): Promise<void> {
  await open(walker);
  for (const name of names) await walker.page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
}

async function bulk({ page }: Walker, count: number, action: string): Promise<void> {
  await page.getByRole('button', { name: `${count} selected` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Made from the list; what was entered is there. */
export async function create(walker: Walker, name: string): Promise<void> {
  const { page, spec } = walker;
  if (spec.form) await goTo(page, spec.form);
  else {
    await open(walker);
    await page
      .getByRole('region', { name: spec.many })
      .getByRole('button', { name: `Create ${spec.one}` })
      .first()
      .click();
  }
  await page
    .getByRole('textbox', { name: 'Name', exact: true })
    .or(page.getByRole('textbox', { name: '* Name', exact: true }))
    .fill(name);
  await enter(page, [...spec.fill, { fill: 'Comment', with: FIRST }], name);
  await saved(page, spec.api);
  await open(walker);
  await rowOf(page, name).waitFor();
  await shoot(page, `walk-${spec.one.replaceAll(' ', '-')}`);
  const made = await needed(walker, name);
  if (made.comment !== FIRST) throw new Error(`the comment of ${name} is ${made.comment}`);
}

export async function update(walker: Walker, name: string): Promise<void> {
  const { page, spec } = walker;
  const made = await needed(walker, name);
  // What is not on the form, or stands otherwise than a new object has it, must survive it too.
  if (made.is_active === true) await walker.api.patch(`${spec.api}${made.id}/`, { is_active: false });
  const before = await needed(walker, name);
  await open(walker);
  await act(walker, name, 'Update');
  const comment = page.getByRole('main').getByRole('textbox', { name: 'Comment' });
  await until('the form holds what is stored', 10_000, async () => (await comment.inputValue()) === FIRST);
  await comment.fill(LATER);
  await saved(page, spec.api);
  const after = await needed(walker, name);
  const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
  const others = changed.filter((key) => !/^(comment|date_updated|updated_by)$/.test(key));
  if (after.comment !== LATER || others.length > 0)
    throw new Error(
      `changing the comment of ${name} changed ${changed.map((key) => `${key}: ${JSON.stringify(before[key])} to ${JSON.stringify(after[key])}`)}`,
    );
}

/** @returns the name of the copy */
export async function clone(walker: Walker, name: string): Promise<string> {
  const { page, spec } = walker;
  const copy = named(spec.copyName ?? 'Duplicate from {name}', name);
  await open(walker);
  await act(walker, name, 'Clone');
  const box = page
    .getByRole('main')
    .getByRole('textbox', { name: '* Name', exact: true })
    .or(page.getByRole('main').getByRole('textbox', { name: 'Name', exact: true }));
  await until('the copy has a name', 10_000, async () => (await box.inputValue()) === copy);
  await enter(
    page,
    [...Object.entries(spec.own ?? {}).map(([field, value]) => ({ fill: field, with: value })), ...(spec.copy ?? [])],
    'copy',
  );
  await saved(page, spec.api);
  const made = await needed(walker, copy);
  if (made.comment !== LATER) throw new Error(`the copy of ${name} has the comment ${made.comment}`);
  return copy;
}

/** Two at once: one comment, off and on again. */
export async function changeBoth(walker: Walker, names: readonly [string, string]): Promise<void> {
  const { page, spec } = walker;
  const both = () => Promise.all(names.map((name) => needed(walker, name)));
  if (spec.bulkUpdate) {
    const field = spec.bulkUpdate;
    await tick(walker, names);
    await bulk(walker, 2, 'Update selected');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: field, exact: true }).waitFor();
    for (const one of await dialog.locator('.s-bulk-field').all())
      if ((await one.getByRole('checkbox', { name: field, exact: true }).count()) === 0) await one.getByRole('checkbox').first().uncheck();
    if (field === 'Comment') await dialog.getByRole('textbox', { name: field }).fill(EVERYWHERE);
    else await dialog.getByRole('switch', { name: field }).click();
    await dialog.getByRole('button', { name: 'Update 2' }).click();
    await page.getByText(`Updated 2 ${spec.many}`).waitFor();
    const wrong = (await both()).filter((row) => (field === 'Comment' ? row.comment !== EVERYWHERE : row.is_active !== true));
    if (wrong.length > 0) throw new Error(`the bulk update did not reach ${wrong.map((row) => row.name)}`);
  }
  if (!spec.bulkSwitch) return;
  const [off, on] = spec.bulkSwitch;
  for (const [action, active] of [
    [off, false],
    [on, true],
  ] as const) {
    await tick(walker, names);
    await bulk(walker, 2, action);
    const sure = page.getByRole('dialog').getByRole('button', { name: action, exact: true });
    await until(`${action} has reached both`, 10_000, async () => {
      if ((await sure.count()) > 0) await sure.click({ timeout: 2_000 }).catch(() => undefined);
      return (await both()).every((row) => row.is_active === active);
    });
  }
}

/** The ticked rows as a file; and files that change one of them and make another. @returns the name of the new one */
export async function transfer(walker: Walker, names: readonly [string, string]): Promise<string | undefined> {
  const { page, spec } = walker;
  if (!spec.transfer) return undefined;
  await tick(walker, names);
  await page.getByRole('button', { name: `Export ${spec.many}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Selected (2)' }).check();
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export', exact: true }).click()]);
  const [head = [], ...rows] = readCsv(await readFile(await file.path(), 'utf8'));
  const found = rows.map((row) => row[head.indexOf('Name')]).sort();
  if (JSON.stringify(found) !== JSON.stringify([...names].sort())) throw new Error(`the file has the rows ${found}`);

  const [first] = names;
  const third = `${first}-from-a-file`;
  const template = await templateOf(walker, first);
  await importRow(walker, first, template, { Comment: IMPORTED }, 'Update existing');
  if ((await needed(walker, first)).comment !== IMPORTED) throw new Error(`the file did not change ${first}`);
  const own = Object.fromEntries(Object.entries(spec.own ?? {}).map(([column, value]) => [column, named(value, 'file')]));
  await importRow(walker, first, template, { ...own, Name: third, Comment: IMPORTED }, 'Create');
  await needed(walker, third);
  return third;
}

const importDialog = async (walker: Walker, name: string): Promise<Locator> => {
  const { page, spec } = walker;
  await tick(walker, [name]);
  await page.getByRole('button', { name: `Import ${spec.many}` }).click();
  return page.getByRole('dialog');
};

/** The template of one row that is there, to be changed. */
async function templateOf(walker: Walker, name: string): Promise<string[][]> {
  const dialog = await importDialog(walker, name);
  await dialog.getByRole('radio', { name: /^Update existing/ }).check();
  const [file] = await Promise.all([
    walker.page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  return readCsv(await readFile(await file.path(), 'utf8'));
}

async function importRow(
  walker: Walker,
  name: string,
  [head = [], row = []]: string[][],
  values: Readonly<Record<string, string>>,
  mode: 'Create' | 'Update existing',
): Promise<void> {
  const columns = head.map((title) => title.replace(/^\*/, ''));
  const kept = columns.map((title, at) => (title in values ? (values[title] ?? '') : (row[at] ?? '')));
  const from = mode === 'Create' ? 1 : 0;
  const dialog = await importDialog(walker, name);
  await dialog.getByRole('radio', { name: new RegExp(`^${mode}`) }).check();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(writeCsv([head.slice(from), kept.slice(from)])) });
  const problem = dialog.getByRole('button', { name: /^Row 1: / });
  const go = dialog.getByRole('button', { name: 'Import 1 row', exact: true });
  const done = dialog.getByRole('button', { name: 'Finished' });
  await until(
    'the row is checked',
    15_000,
    async () => (await go.isEnabled({ timeout: 500 }).catch(() => false)) || (await problem.count()) > 0,
  );
  if (await problem.count()) throw new Error(`${mode}: ${await problem.getAttribute('aria-label')}`);
  await go.click();
  await done.or(problem).waitFor();
  if (await problem.count()) throw new Error(`${mode}: ${await problem.getAttribute('aria-label')}`);
  await done.click();
  await dialog.waitFor({ state: 'detached' });
}

/** The page of an object: its related objects come and go, its switches switch. */
export async function look(walker: Walker, name: string): Promise<void> {
  const { page, spec } = walker;
  if (!spec.page) return;
  await open(walker);
  await rowOf(page, name).getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor();
  await shoot(page, `walk-${spec.one.replaceAll(' ', '-')}-page`);
  // The tab that was open last is open on every page that has one of its name.
  const first = page.getByRole('main').getByRole('tab').first();
  if ((await first.count()) > 0) await first.click();
  for (const [title, field] of Object.entries(spec.switches ?? {})) {
    const control = page.getByRole('switch', { name: title, exact: true });
    const before = (await needed(walker, name))[field] === true;
    for (const on of [!before, before]) {
      await control.click();
      await until(`${title} is ${on ? 'on' : 'off'}`, 10_000, async () => (await needed(walker, name))[field] === on);
      await screenHere(page);
    }
  }
  for (const { card, option, tab, linked, removes = true } of spec.relations ?? []) {
    if (tab) await page.getByRole('tab', { name: tab, exact: true }).click();
    const box = page.getByRole('combobox', { name: card, exact: true });
    await chosen(page, card, option);
    await page.locator('.s-relation-add').filter({ has: box }).getByRole('button', { name: 'Add', exact: true }).click();
    await until(`${card} holds ${option}`, 10_000, async () => linked(await needed(walker, name)) === true);
    if (!removes) continue;
    await page.getByRole('button', { name: `Remove ${option}` }).click();
    await until(`${card} has lost ${option}`, 10_000, async () => linked(await needed(walker, name)) === false);
  }
}

/** One goes from its row, the rest by ticking; each after a question, and a question that is declined keeps what it is about. */
export async function remove(walker: Walker, [first, ...others]: readonly [string, ...string[]]): Promise<void> {
  const { page, spec } = walker;
  const gone = (name: string) => until(`${name} is gone`, 10_000, async () => (await byName(walker, name)) === undefined);
  const dialog = page.getByRole('dialog');
  await open(walker);
  await act(walker, first, 'Delete');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await needed(walker, first);
  await act(walker, first, 'Delete');
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await gone(first);
  if (spec.bulkDelete && others.length > 0) {
    await tick(walker, others);
    await bulk(walker, others.length, 'Delete selected');
    await dialog.getByRole('button', { name: `Delete ${others.length}` }).click();
    for (const name of others) await gone(name);
    return;
  }
  for (const name of others) {
    await open(walker);
    await act(walker, name, 'Delete');
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await gone(name);
  }
}

/** Through everything a list and its objects can do, from the first of them to none. */
export async function walkThrough(walker: Walker): Promise<void> {
  const name = `walk-${walker.spec.one.replaceAll(' ', '-')}`;
  await create(walker, name);
  await update(walker, name);
  const copy = await clone(walker, name);
  await changeBoth(walker, [name, copy]);
  const third = await transfer(walker, [name, copy]);
  await look(walker, name);
  await remove(walker, [name, copy, ...(third ? [third] : [])]);
}
