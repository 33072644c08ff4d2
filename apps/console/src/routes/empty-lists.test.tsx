import { PERMISSIONS } from '@postern/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Organisation, Profile } from '../session/session-types.ts';
import { type Answer, type Asked, serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { field, metadata, page } from '../test/metadata.ts';
import { flatRoutes, resolveEverything } from './resolve.ts';
import { screenOf } from './screen-of.ts';
import { TREE } from './tree.ts';

/** Every list of the console with nothing in it, in every tab of its page: what belongs there, in words of its own, and a next step. */

/** Pages without a list, and addresses that only lead to one. */
const NO_LIST = new Set(
  [
    '/console/dashboard /console/perms/explain /audit/dashboard /workbench/home',
    '/console/accounts/account-push/executions /console/accounts/account-change-secret/executions',
    '/console/accounts/account-gather/executions /console/accounts/account-backup/executions',
    '/console/assets/cloud/account /console/assets/cloud/sync-instance-tasks',
    '/profile/info /profile/setting /profile/program /profile/preferences /profile/downloads /profile/key /profile/sponsored',
    '/settings/basic /settings/message /settings/email /settings/sms /settings/auth /settings/security /settings/vault /settings/evidence',
    '/settings/clean /settings/interface /settings/tools /settings/transfer /settings/other /settings/license',
  ].flatMap((line) => line.split(' ')),
);
const SCREENS = flatRoutes(resolveEverything(TREE))
  .filter(({ node, external, path }) => node.screen && !external && !/:id|\/(create|add|quick-job)$/.test(path))
  .map(({ node, path }) => [path, node] as const);
const LISTS = SCREENS.filter(([path]) => !NO_LIST.has(path));

const OPS = { id: '1', name: 'Operations' } as Organisation;
const ALL = PERMISSIONS.map(({ code }) => code);
const LOOKS = ALL.filter((code) => code.includes('.view_'));
const METADATA = metadata({ name: field('string', 'Name') });
/** A system in which nothing was made. */
const nothing = ({ method, query }: Asked): Answer => (method === 'OPTIONS' ? METADATA : query.has('limit') ? page() : []);
const NOTHING = new Proxy<Record<string, typeof nothing>>({}, { get: () => nothing });

const signIn = (perms: readonly string[]) =>
  updateSession({
    profile: {
      id: 'me',
      username: 'mia',
      name: 'Mia',
      perms,
      console_orgs: [OPS],
      audit_orgs: [OPS],
      workbench_orgs: [OPS],
    } as unknown as Profile,
    org: OPS,
    settings: { TICKETS_ENABLED: true },
  });

/** The list of a page, or of the tab that is shown, when it has come. */
async function emptyList(container: Element): Promise<HTMLElement | undefined> {
  const panel = () => screen.queryAllByRole('tabpanel').at(-1) ?? container;
  await waitFor(() => expect(panel().querySelector('.p-empty, button')).not.toBeNull(), { timeout: 10_000 });
  const list = () => panel().querySelector<HTMLElement>('section.s-list');
  if (list()) await waitFor(() => expect(list()?.querySelector('.p-empty__title')).toBeTruthy(), { timeout: 10_000 });
  return list()?.querySelector<HTMLElement>('.p-empty') ?? undefined;
}

async function walk(path: string, node: (typeof LISTS)[number][1]): Promise<HTMLElement[]> {
  serve(NOTHING);
  const Screen = screenOf(node);
  const { container, user } = await draw(<Screen />, { at: path });
  await waitFor(() => expect(container.querySelector('.p-empty, [role="tab"]')).not.toBeNull(), { timeout: 10_000 });
  const found: HTMLElement[] = [];
  for (let at = 0; at < Math.max(1, screen.queryAllByRole('tab').length); at += 1) {
    const tab = screen.queryAllByRole('tab')[at];
    if (tab) await user.click(tab);
    const empty = await emptyList(container);
    if (empty) {
      check(empty, `${path}, tab ${at + 1}`);
      found.push(empty);
    }
  }
  return found;
}

function check(empty: HTMLElement, where: string) {
  expect(empty.querySelector('.p-empty__title')?.textContent, where).toMatch(/^No \w/);
  const text = empty.querySelector('.p-empty__text')?.textContent ?? '';
  expect(text, where).toMatch(/[a-z]\./);
  expect(text, where).not.toContain('appear here as they are made');
  expect(within(empty).queryAllByRole('button').length + within(empty).queryAllByRole('link').length, where).toBeGreaterThan(0);
}

test('every screen is a list that is walked, or known to have none', () => {
  const paths = SCREENS.map(([path]) => path);
  expect([...NO_LIST].filter((path) => !paths.includes(path))).toEqual([]);
  expect(LISTS.length).toBeGreaterThan(40);
});

test.each(LISTS)(
  '%s: whoever may do everything is told what belongs there and what to do',
  async (path, node) => {
    signIn(ALL);
    expect((await walk(path, node)).length).toBeGreaterThan(0);
  },
  60_000,
);

test.each(LISTS)(
  '%s: whoever may only look is offered nothing that would be refused',
  async (path, node) => {
    signIn(LOOKS);
    for (const empty of await walk(path, node))
      expect(within(empty).queryByRole('button', { name: /^(Create|Add|New|Upload)/ })).toBeNull();
  },
  60_000,
);
