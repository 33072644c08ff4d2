import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MANUAL_PAGES, pageAbout, searchSections } from '../../model/manual-pages.ts';
import { flatRoutes, resolveEverything } from '../../routes/resolve.ts';
import { TREE } from '../../routes/tree.ts';
import { showManual, useManualPlace } from '../../screens/page/manual-place.ts';
import { draw } from '../../test/draw.tsx';
import { ManualDrawer } from './ManualDrawer.tsx';
import { readManual } from './manual.ts';

test('every screen has a page of the manual', () => {
  const screens = flatRoutes(resolveEverything(TREE)).filter(({ node, external }) => node.screen && !external);
  expect(screens.length).toBeGreaterThan(100);
  expect(screens.filter(({ path }) => pageAbout(path) === undefined).map(({ path }) => path)).toEqual([]);
});

test('every page has the same sections in three languages, each with words', async () => {
  const [en, zh, ja] = await Promise.all([readManual('en'), readManual('zh'), readManual('ja')]);
  const count = (sections: typeof en) => MANUAL_PAGES.map((page) => sections.filter((section) => section.page === page).length);
  expect(Math.min(...count(en))).toBeGreaterThan(1);
  expect(count(zh)).toEqual(count(en));
  expect(count(ja)).toEqual(count(en));
  for (const { page, title, heading, body } of [...en, ...zh, ...ja])
    expect(
      [title, heading, body].filter((text) => text.trim() === ''),
      `${page} ${heading}`,
    ).toEqual([]);
});

test('every page shows a screen, in each language', async () => {
  for (const language of ['en', 'zh', 'ja'] as const)
    for (const { page, picture } of await readManual(language)) expect(picture, page).toMatch(new RegExp(`/${language}/${page}\\.webp`));
});

test('a search finds sections with all words, headings first', async () => {
  const sections = await readManual('en');
  expect(searchSections(sections, '  ')).toEqual([]);
  expect(searchSections(sections, 'recovery paper').map(({ page }) => page)).toEqual(['profile']);
  const [first] = searchSections(sections, 'rotation');
  expect(first?.heading).toBe('Rotation');
});

function Shown() {
  const place = useManualPlace();
  return place && <ManualDrawer place={place} />;
}

test('the manual opens at a page, is searched, leads on and closes', async () => {
  const { user } = await draw(<Shown />);
  act(() => showManual({ page: 'accounts', heading: 'Rotation' }));
  const drawer = await screen.findByRole('dialog', { name: 'Accounts and secrets' });
  expect(within(drawer).getByRole('heading', { name: 'Rotation' })).toBeVisible();
  expect(within(drawer).getByRole('link', { name: /^Accounts and secrets: the screen/ })).toHaveAttribute('target', '_blank');
  await user.type(within(drawer).getByRole('searchbox', { name: 'Search the manual' }), 'gateways');
  await user.click(await within(drawer).findByRole('button', { name: 'Assets' }));
  await screen.findByRole('dialog', { name: 'Assets' });
  expect(within(drawer).getByRole('heading', { name: 'Closed networks' })).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: 'Accounts and secrets' }));
  await screen.findByRole('dialog', { name: 'Accounts and secrets' });
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
