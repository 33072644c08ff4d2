import { shoot } from './browser.ts';
import { goTo, screenHere } from './screen-here.ts';
import { until } from './until.ts';
import { chosen, enter, saved } from './walk-form.ts';
import { act, bulk, open, rowOf, tick } from './walk-list.ts';
import { byName, named, needed, type Walker } from './walk-spec.ts';
import { transfer } from './walk-transfer.ts';

export { act, ELSEWHERE, open, rowOf } from './walk-list.ts';
export { needed, type Walk, type Walker } from './walk-spec.ts';

/** What is typed into every object's comment. */
const [FIRST, LATER, EVERYWHERE] = ['As it was made', 'As it was changed', 'The same for all'];

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

/** Changes the comment of an object, and nothing else with it. */
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

/** A copy, which has what the original has. @returns the name of the copy */
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
    await dialog.getByRole('checkbox', { name: field, exact: true }).check();
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
    const sure = page.getByRole('dialog').getByRole('button', { name: action.replace(' selected', ''), exact: true });
    await until(`${action} has reached both`, 10_000, async () => {
      if ((await sure.count()) > 0) await sure.click({ timeout: 2_000 }).catch(() => undefined);
      return (await both()).every((row) => row.is_active === active);
    });
  }
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
