import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { SettingsFileScreen } from './SettingsFile.tsx';

const start = () => updateSession({ profile: { id: '1', username: 'ann', perms: [] } as unknown as Profile, settings: {} });
const note = (more: object) => ({ category: 'email', provider: '', key: 'K', label: 'Label', message: 'Message.', ...more });
const plan = (more: object) => ({ changes: [], problems: [], left_out: [], secrets: [], providers: [], seen: 'abc', ...more });
const CHANGE = { ...note({}), title: 'Email', before: '', after: 'mail.example' };
const json = (content: string) => new File([content], 'settings.json', { type: 'application/json' });
const input = () => document.querySelector('input[type=file]') as HTMLInputElement;

test('a file is looked at before it is imported, with all that there is to say of it', async () => {
  start();
  const asked = serve({
    'POST settings/file/preview/': plan({
      changes: [CHANGE],
      secrets: [note({ label: 'Password' })],
      left_out: [note({ label: 'Captcha', message: 'It cannot be changed.' })],
      providers: [{ name: 'branch', label: 'Branch', action: 'create' }],
    }),
    'POST settings/file/import/': { changed: 1 },
    'GET settings/public/': { INTERFACE: {} },
  });
  const { user } = await draw(<SettingsFileScreen />);
  await user.upload(input(), json('{"format":"postern-settings"}'));
  expect(await screen.findByText('mail.example')).toBeVisible();
  for (const text of ['Password: Message.', 'Captcha: It cannot be changed.', 'Branch is added'])
    expect(screen.getByText(text)).toBeVisible();
  expect(asked.map(({ path }) => path)).toEqual(['settings/file/preview/']);
  await user.click(screen.getByRole('button', { name: 'Import (2)' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'settings/file/import/')?.body).toEqual({ file: { format: 'postern-settings' }, seen: 'abc' }),
  );
  await waitFor(() => expect(screen.queryByText('mail.example')).toBeNull());
});

test('with a problem nothing can be imported, and what is no file of settings is said to be none', async () => {
  start();
  const asked = serve({ 'POST settings/file/preview/': plan({ changes: [CHANGE], problems: [note({ label: 'Port' })] }) });
  const { user } = await draw(<SettingsFileScreen />);
  await user.upload(input(), json('{}'));
  expect(await screen.findByText('Port: Message.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import (1)' })).toHaveAccessibleDescription(
    'The file has problems, which are listed here. Mend them first.',
  );
  await user.upload(input(), json('no json'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not a settings file.');
  expect(screen.queryByText('Port: Message.')).toBeNull();
  expect(asked).toHaveLength(1);
});

test('an export is handed over as a file with its day', async () => {
  start();
  serve({ 'POST settings/file/export/': { format: 'postern-settings', exported: '2026-02-03T04:05:06Z' } });
  const names: string[] = [];
  URL.createObjectURL ??= () => 'blob:test';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user } = await draw(<SettingsFileScreen />);
  await user.click(screen.getByRole('button', { name: 'Export settings' }));
  await waitFor(() => expect(names).toEqual(['postern-settings-2026-02-03.json']));
});
