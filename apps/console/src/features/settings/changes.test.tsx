import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field } from '../../test/metadata.ts';
import { SettingForm } from './SettingForm.tsx';

const FIELDS = { IDLE: field('integer', 'Idle minutes', { min_value: 1, max_value: 99 }), SHARE: field('boolean', 'Sharing') };
const METADATA = { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS, PATCH: FIELDS } };
const GROUPS = [{ title: 'Sessions', fields: ['IDLE', 'SHARE'] }];
const change = (more: object) => ({
  key: 'IDLE',
  label: 'Idle minutes',
  before: '30',
  after: '12',
  now: '12',
  secret: false,
  can_revert: true,
  reason: '',
  value: 30,
  forgets: [],
  changed_since: false,
  changed_by: null,
  seen: 'abc',
  ...more,
});
const operation = (...changes: object[]) => ({
  id: 'op1',
  user: 'Ann(ann)',
  remote_addr: '10.0.0.1',
  datetime: '2026/01/02 03:04:05',
  changes,
});
const page = (...changes: object[]) => ({ count: 1, next: null, previous: null, results: [operation(...changes)] });
const start = () => updateSession({ profile: { id: '1', username: 'ann', perms: [] } as unknown as Profile, settings: {} });
const PAGE = {
  'GET settings/setting/': { IDLE: 12, SHARE: true },
  'OPTIONS settings/setting/': METADATA,
  'GET settings/public/': { INTERFACE: {} },
};

test('a change is taken back after it was said what that does, and the form shows it while other entries stay', async () => {
  start();
  const asked = serve({
    ...PAGE,
    'GET settings/changes/': page(change({ forgets: ['Password'] })),
    'POST settings/effects/': { effects: [{ key: 'IDLE', level: 'info', message: '3 people are about to be sent away.' }] },
    'POST settings/changes/op1/revert/': { key: 'IDLE', now: '30' },
  });
  const { user } = await draw(<SettingForm category="security" groups={GROUPS} />);
  await user.click(await screen.findByRole('switch', { name: 'Sharing' }));
  await user.click(screen.getByRole('button', { name: 'Changes' }));
  const drawer = await screen.findByRole('dialog', { name: 'Changes of these settings' });
  expect(await within(drawer).findByText('Ann(ann)')).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: 'Revert: Idle minutes' }));
  await waitFor(() => expect(screen.getByText('It is 12 now, and becomes 30.')).toBeVisible());
  expect(screen.getByText('This also forgets: Password. Enter it again afterwards.')).toBeVisible();
  expect(screen.getByText('3 people are about to be sent away.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Set it back' }));
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/revert/'))).toBe(true));
  const sent = asked.find(({ path }) => path.endsWith('/revert/'));
  expect([sent?.body, sent?.query.get('category')]).toEqual([{ key: 'IDLE', seen: 'abc', anyway: false }, 'security']);
  await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'Idle minutes', hidden: true })).toHaveValue('30'));
  expect(screen.getByRole('switch', { name: 'Sharing', hidden: true })).not.toBeChecked();
});

test('what was changed since is said before it is taken back, by whom; secrets and old values cannot be', async () => {
  start();
  const asked = serve({
    ...PAGE,
    'GET settings/changes/': page(
      change({ now: '40', changed_since: true, changed_by: { user: 'Bob(bob)', datetime: '2026/01/03 00:00:00' } }),
      change({
        key: 'PASS',
        label: 'Password',
        secret: true,
        before: '',
        after: '',
        can_revert: false,
        reason: 'A secret is not kept.',
        seen: '',
      }),
    ),
    'POST settings/changes/op1/revert/': { status: 409, body: { code: 'setting_changed_since', detail: 'It was changed again.' } },
  });
  const { user } = await draw(<SettingForm category="other" groups={GROUPS} />);
  await user.click(await screen.findByRole('button', { name: 'Changes' }));
  expect(await screen.findByText('Now: 40 (Bob(bob), 2026/01/03 00:00:00)')).toBeVisible();
  expect(screen.getByText('A secret is not kept.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Revert: Password' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Revert: Idle minutes' }));
  await waitFor(() => expect(screen.getByText('It is 40 now, and becomes 30.')).toBeVisible());
  expect(asked.some(({ path }) => path === 'settings/effects/')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Set it back' }));
  // What stands in its way is read again, and nothing else is done.
  await waitFor(() => expect(asked.filter(({ path }) => path === 'settings/changes/')).toHaveLength(2));
  expect(asked.find(({ path }) => path.endsWith('/revert/'))?.body).toMatchObject({ anyway: true });
  expect(screen.getByRole('spinbutton', { name: 'Idle minutes', hidden: true })).toHaveValue('12');
});

test('where nothing was changed yet, that is said', async () => {
  start();
  serve({ ...PAGE, 'GET settings/changes/': { count: 0, next: null, previous: null, results: [] } });
  const { user } = await draw(<SettingForm category="security" groups={GROUPS} />, { language: 'ja' });
  await user.click(await screen.findByRole('button', { name: '変更履歴' }));
  expect(await screen.findByText('まだ変更はありません')).toBeVisible();
});
