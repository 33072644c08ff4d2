import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../../session/session-store.ts';
import type { Organisation, Profile } from '../../../session/session-types.ts';
import { type Answer, type Asked, serve } from '../../../test/api.ts';
import { draw } from '../../../test/draw.tsx';
import { field } from '../../../test/metadata.ts';
import { LdapSettings } from './LdapSettings.tsx';

/** The tab of the directory, over a server that answers as the real one does (docs/wire/settings.md#directory). */
beforeEach(() =>
  updateSession({
    profile: { id: '1', username: 'ann', perms: ['settings.change_auth'] } as unknown as Profile,
    settings: { AUTH_LDAP_SYNC_ORG_IDS: [] },
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  }),
);

const labels = { close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' };
const FIELDS = {
  AUTH_LDAP: field('boolean', 'Log in by the directory'),
  AUTH_LDAP_SERVER_URI: field('string', 'Servers'),
  AUTH_LDAP_BIND_PASSWORD: field('string', 'Its password', { write_only: true }),
};
const VALUES = { AUTH_LDAP: true, AUTH_LDAP_SERVER_URI: 'ldap://old.example' };

const page = async (more: Readonly<Record<string, Answer | ((asked: Asked) => Answer)>>) => {
  const log = serve({
    'OPTIONS settings/setting/': { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS, PATCH: FIELDS } },
    'GET settings/setting/': VALUES,
    ...more,
  });
  const sent = (path: string) => log.filter((one) => one.method === 'POST' && one.path === path);
  return {
    sent,
    ...(await draw(
      <>
        <LdapSettings />
        <ToastHost labels={labels} />
      </>,
    )),
  };
};

test('a test of the connection is asked for until it is done, and its steps are shown', async () => {
  const answers: Answer[] = [{ status: 'running' }, { status: 'running' }, { status: 400, body: '✓ Connected\n✗ No such entry' }];
  const asked: Asked[] = [];
  const { user } = await page({
    'POST settings/ldap/testing/config/': (one) => {
      asked.push(one);
      return answers.shift() ?? { status: 200, body: 'too often' };
    },
  });
  const servers = await screen.findByLabelText('Servers');
  await user.clear(servers);
  await user.type(servers, 'ldap://new.example');
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const shown = await screen.findByRole('alert', {}, { timeout: 5_000 });
  expect(shown.textContent).toBe('✓ Connected\n✗ No such entry');
  expect(asked.map(({ query }) => query.get('refresh'))).toEqual(['1', null, null]);
  expect(asked[0]?.body).toEqual({ AUTH_LDAP: true, AUTH_LDAP_SERVER_URI: 'ldap://new.example', AUTH_LDAP_BIND_PASSWORD: '' });
});

test('people are listed once the server has read them, and those who were chosen are imported', async () => {
  let reads = 0;
  const { user, sent } = await page({
    'GET settings/ldap/users/': () => {
      reads += 1;
      if (reads === 1) return { status: 409, body: { msg: 'being read' } };
      const pat = { id: 'pat', username: 'pat', name: 'Pat Doe', email: 'pat@corp.example', groups: ['ops', 'dba'], existing: false };
      return { count: 1, next: null, previous: null, results: [pat] };
    },
    'GET orgs/orgs/': { count: 0, next: null, previous: null, results: [] },
    'POST settings/ldap/users/import/': { status: 400, body: { org_ids: ['No'] } },
  });
  await user.click(await screen.findByRole('button', { name: 'Import people' }));
  const row = await screen.findByRole('row', { name: /pat/ }, { timeout: 5_000 });
  expect(within(row).getByText('ops | dba')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import (0)' }));
  expect(await screen.findByText('Choose somebody first.')).toBeTruthy();
  await user.click(within(row).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Import (1)' }));
  await waitFor(() => expect(sent('settings/ldap/users/import/')[0]?.body).toEqual({ org_ids: [], username_list: ['pat'] }));
});

test('a preview says what a sync would do, and that it would be too much', async () => {
  const { user, sent } = await page({
    'GET settings/ldap/cache/refresh/': { msg: 'success' },
    'GET settings/ldap/sync/preview/': {
      create: { count: 1, names: ['new'] },
      update: { count: 0, names: [] },
      disable: { count: 30, names: ['pat'] },
      too_many: true,
    },
    'POST settings/ldap/sync/': { status: 400, body: { error: 'stopped here' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Sync' }));
  const follow = await screen.findByRole('button', { name: 'Sync now' });
  expect(follow).toHaveAccessibleDescription('Look at what would change first.');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('To be disabled: 30: pat, …')).toBeTruthy();
  expect(screen.getByText(/More people than usual/)).toBeTruthy();
  await user.click(follow);
  await waitFor(() => expect(sent('settings/ldap/sync/')[0]?.body).toEqual({ force: true }));
});
