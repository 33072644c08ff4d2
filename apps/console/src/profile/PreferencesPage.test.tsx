import { ToastHost } from '@postern/ui';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SIZE_KEY } from '../model/list-query.ts';
import { ownPageSize } from '../session/preferences.ts';
import { session, updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { PreferencesPage } from './PreferencesPage.tsx';

/** What a person chooses for themselves, over a network that the test answers for. */

const URL = 'users/preferences/';
let kept: object;
beforeEach(() => {
  kept = { language: null, theme: null, page_size: 30, palette: 'moss', font_size: 18, copy_on_select: false };
  updateSession({ profile: { id: '7', username: 'ada', perms: [], preferences: kept } as unknown as Profile, settings: {} });
});
const server = (refused = false) =>
  serve({
    [`PATCH ${URL}`]: ({ body }) => {
      if (refused) return { status: 400, body: { detail: 'Not now.' } };
      kept = { ...kept, ...(body as object) };
      return kept;
    },
  });

test('what was chosen elsewhere is shown, and what was not as it is without', async () => {
  server();
  await draw(<PreferencesPage />);
  expect(screen.getByText('30', { selector: '.ant-select *' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Moss' })).toBeChecked();
  expect(screen.getByRole('spinbutton', { name: 'Font size' })).toHaveValue('18');
  expect(screen.getByRole('spinbutton', { name: 'Line height' })).toHaveValue('1.2');
  expect(screen.getByRole('switch', { name: 'Copy what is selected' })).not.toBeChecked();
  expect(screen.getByRole('switch', { name: 'Load the assets folder by folder' })).toBeChecked();
});

test('each choice is kept at once, alone, and holds for lists and themes of this page', async () => {
  const asked = server();
  const { user } = await draw(<PreferencesPage />);
  await user.click(screen.getByRole('radio', { name: 'Ember' }));
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ palette: 'ember' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Ember' })).toBeChecked());
  await user.click(screen.getByRole('combobox', { name: 'Rows on a page' }));
  await user.click(await screen.findByText('100'));
  await waitFor(() => expect(ownPageSize()).toBe(100));
  expect(asked.at(-1)?.body).toEqual({ page_size: 100 });
  expect(localStorage.getItem(SIZE_KEY)).toBe('100');
  await user.click(screen.getByRole('combobox', { name: 'Theme' }));
  await user.click(await screen.findByText('Dark'));
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ theme: 'dark' }));
});

test('a number and a font are kept when they are done with, and a font only as a name', async () => {
  const asked = server();
  const { user } = await draw(<PreferencesPage />);
  const size = screen.getByRole('spinbutton', { name: 'Font size' });
  await user.clear(size);
  await user.type(size, '22');
  expect(asked).toEqual([]);
  await user.tab();
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ font_size: 22 }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Font' })).toBeEnabled());
  await user.type(screen.getByRole('combobox', { name: 'Font' }), 'Iosevka');
  await user.tab();
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ font_family: 'Iosevka' }));
});

test('a choice that the server refuses goes back, and it is said why', async () => {
  server(true);
  const { user } = await draw(
    <>
      <PreferencesPage />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
  );
  await user.click(screen.getByRole('switch', { name: 'Right click pastes' }));
  await screen.findByText('Not now.');
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Right click pastes' })).toBeEnabled());
  expect(screen.getByRole('switch', { name: 'Right click pastes' })).not.toBeChecked();
  expect(session().profile?.preferences).toMatchObject({ palette: 'moss' });
});
