import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field } from '../../test/metadata.ts';
import { PictureInput } from './PictureInput.tsx';
import { SettingForm } from './SettingForm.tsx';
import { ThemeInput } from './ThemeInput.tsx';

const FIELDS = {
  IDLE: field('integer', 'Idle minutes', { min_value: 1, max_value: 99 }),
  SHARE: field('boolean', 'Sharing', { required: true }),
  OTHER: field('string', 'Not on this page', { max_length: 9 }),
};
const METADATA = { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS, PATCH: FIELDS } };
const URL = 'settings/setting/';
const GROUPS = [{ title: 'Sessions', fields: ['IDLE', 'SHARE'] }];

const start = () => updateSession({ profile: { id: '1', username: 'ann', perms: [] } as unknown as Profile, settings: {} });

test('a page of settings sends what it shows and no more, and reads the public settings again', async () => {
  start();
  const asked = serve({
    [`GET ${URL}`]: { IDLE: 30, SHARE: true, OTHER: 'x' },
    [`OPTIONS ${URL}`]: METADATA,
    [`PATCH ${URL}`]: { IDLE: 12, SHARE: true, OTHER: 'x' },
    'GET settings/public/': { INTERFACE: {}, SECURITY_WATERMARK_ENABLED: true },
  });
  const { user } = await draw(<SettingForm category="security" groups={GROUPS} />);
  const idle = await screen.findByRole('spinbutton', { name: 'Idle minutes' });
  expect(screen.queryByText('Not on this page')).toBeNull();
  expect(screen.getByRole('button', { name: 'Reset' })).toHaveAccessibleDescription('Nothing has been changed.');
  await user.clear(idle);
  await user.type(idle, '12');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ IDLE: 12, SHARE: true });
  await waitFor(() => expect(asked.some(({ path }) => path.startsWith('settings/public/'))).toBe(true));
});

test('without the right the page says so instead of waiting for ever', async () => {
  start();
  const refused = { status: 403, body: { detail: 'no', code: 'permission_denied' } };
  serve({ [`GET ${URL}`]: refused, [`OPTIONS ${URL}`]: refused });
  await draw(<SettingForm category="security" groups={GROUPS} />, { language: 'zh' });
  expect(await screen.findByText('你无权查看这些设置')).toBeVisible();
});

const THEMES = [
  { name: 'green', label: 'Green', colors: {} },
  { name: 'custom', label: 'Own', colors: {} },
];

test('five colours can be chosen under the own theme only', async () => {
  const chosen: unknown[] = [];
  const look = { theme: 'green', colors: { '--color-primary': '#112233' } };
  const first = await draw(<ThemeInput themes={THEMES} own="custom" value={look} onChange={(next) => chosen.push(next)} />);
  expect(screen.queryByText('Danger')).toBeNull();
  const swatch = (name: string) => screen.getByRole('radio', { name }).parentElement?.querySelector<HTMLElement>('.set-swatch__color');
  expect(swatch('Own')?.style.background).toBe('rgb(17, 34, 51)');
  await first.user.click(screen.getByRole('radio', { name: 'Own' }));
  expect(chosen).toEqual([{ theme: 'custom', colors: look.colors }]);
  first.unmount();
  await draw(<ThemeInput themes={THEMES} own="custom" value={{ ...look, theme: 'custom' }} />);
  for (const name of ['Accent', 'Success', 'Information', 'Warning', 'Danger']) expect(screen.getByText(name)).toBeVisible();
});

test('a picture that is there can be taken away, and kept after all', async () => {
  const chosen: unknown[] = [];
  const props = {
    label: 'Logo',
    current: '/media/settings/logo.png',
    width: 10,
    height: 10,
    onChange: (value: unknown) => void chosen.push(value),
  };
  const first = await draw(<PictureInput {...props} />);
  expect(screen.getByRole('img', { name: 'Logo' })).toHaveAttribute('src', props.current);
  await first.user.click(screen.getByRole('button', { name: 'Go back to the usual one: Logo' }));
  expect(chosen).toEqual(['']);
  first.unmount();
  const second = await draw(<PictureInput {...props} value="" />);
  expect(screen.queryByRole('img', { name: 'Logo' })).toBeNull();
  await second.user.click(screen.getByRole('button', { name: 'Keep what is there: Logo' }));
  expect(chosen).toEqual(['', undefined]);
});
