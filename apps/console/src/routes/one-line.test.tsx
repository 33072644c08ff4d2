import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { createElement, lazy } from 'react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { noun, resource } from '../features/resource-entry.ts';
import { inLanguage } from '../i18n/nouns.ts';
import { updateSession } from '../session/session-store.ts';
import type { Organisation, Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { info } from '../test/metadata.ts';
import { menuOf } from './menu.ts';
import { flatRoutes, resolveRoutes } from './resolve.ts';
import { routesOf } from './resource-routes.ts';
import type { RouteNode } from './route-types.ts';

/** What one line brings, shown with a resource that nothing else knows of. */
const RACK = resource(noun('rack', ['rack', 'racks', 'Racks'], '机柜', 'ラック'), 'assets.rack', 'assets/racks/', '/console/assets/racks');

const title = { en: 'Console', zh: '', ja: '' };
const tree: RouteNode[] = [
  { path: 'console', name: 'console', title, children: [{ path: 'assets', name: 'assets', title, children: [routesOf(RACK)] }] },
];
const RIGHTS = ['view', 'add', 'change', 'delete'].map((verb) => `assets.${verb}_rack`);
const routesFor = (rights: readonly string[]) => resolveRoutes(tree, { perms: new Set(rights), licensed: false, settings: {} });
const nodeAt = (end: string): RouteNode => {
  const found = flatRoutes(routesFor(RIGHTS)).find((route) => route.path === `/console/assets/racks${end}`);
  if (!found) throw new Error(`no route ${end}`);
  return found.node;
};

const field: typeof info = (label, more) => info(label, { max_length: 64, ...more });
const FIELDS = { name: field('Name', { required: true }), depth: field('Depth', { type: 'integer' }) };
const METADATA = {
  name: '',
  description: '',
  renders: ['application/json', 'text/csv'],
  parses: ['text/csv'],
  actions: { GET: FIELDS, POST: FIELDS, PUT: FIELDS, PATCH: FIELDS },
};
const ROW = { id: 'b1', name: 'North quay', depth: 12 };

/** Draws one of its screens for somebody with all rights. */
async function open(end: string, at = end) {
  const { screen: load } = nodeAt(end);
  if (!load) throw new Error('no screen');
  i18next.addResourceBundle('en', 'noun', inLanguage([RACK.words], 'en'));
  updateSession({
    profile: { id: 'me', username: 'mia', perms: RIGHTS } as unknown as Profile,
    org: { id: '1', name: 'Default' } as Organisation,
    pseudoOrg: undefined,
  });
  const asked = serve({
    'GET assets/racks/': { count: 1, results: [ROW] },
    'GET assets/racks/b1/': ROW,
    'OPTIONS assets/racks/': METADATA,
    'OPTIONS assets/racks/b1/': METADATA,
    'POST assets/racks/': ROW,
  });
  const view = await draw(
    <Routes>
      <Route path={`/console/assets/racks${end}`} element={createElement(lazy(async () => ({ default: await load() })))} />
      <Route path="*" element="elsewhere" />
    </Routes>,
    { at: `/console/assets/racks${at}` },
  );
  return { ...view, asked };
}

test('it has a menu entry and its four addresses, each for who has its right', () => {
  expect(menuOf(routesFor(RIGHTS)[0]?.children ?? []).map(({ to, title }) => [to, title.zh])).toEqual([['/console/assets/racks', '机柜']]);
  const paths = (rights: readonly string[]) => flatRoutes(routesFor(rights)).map((route) => [route.path, route.node.title.en]);
  expect(paths(RIGHTS).slice(2)).toEqual([
    ['/console/assets/racks', 'Racks'],
    ['/console/assets/racks/create', 'Create rack'],
    ['/console/assets/racks/:id/update', 'Update rack'],
    ['/console/assets/racks/:id', 'Rack detail'],
  ]);
  expect(
    paths(['assets.view_rack'])
      .slice(2)
      .map(([path]) => path),
  ).toEqual(['/console/assets/racks', '/console/assets/racks/:id']);
  expect(paths([])).toEqual([]);
});

test('its list has the columns of the metadata, what can be done with a row, and import and export', async () => {
  await open('');
  expect(await screen.findByText('North quay')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Racks');
  expect(screen.getByText('Depth')).toBeInTheDocument();
  for (const name of ['Create rack', 'Import racks', 'Export racks']) expect(screen.getByRole('button', { name })).toBeEnabled();
});

test('its form has every field of the metadata and sends them', async () => {
  const { user, asked } = await open('/create');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'South quay');
  await user.type(await screen.findByRole('spinbutton', { name: 'Depth' }), '9');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('elsewhere');
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'South quay', depth: 9 });
});

test('its page has the facts of the metadata, update and delete', async () => {
  await open('/:id', '/b1');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('North quay');
  expect(await screen.findByText('Depth')).toBeVisible();
  for (const name of ['Update', 'Delete']) expect(screen.getByRole('button', { name })).toBeEnabled();
});
