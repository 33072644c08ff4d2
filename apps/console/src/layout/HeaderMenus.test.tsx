import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile, PublicSettings } from '../session/session-types.ts';
import { draw } from '../test/draw.tsx';
import { HelpMenu } from './HeaderMenus.tsx';

const opened = async (settings: PublicSettings) => {
  updateSession({ profile: { id: '1', username: 'ann', perms: [] } as unknown as Profile, settings });
  const view = await draw(<HelpMenu />);
  await view.user.click(screen.getByRole('button', { name: 'Help' }));
  await screen.findByText('About');
  return view;
};

test('help links are those of the settings, and that to the API, which is always there', async () => {
  const view = await opened({ HELP_DOCUMENT_URL: 'https://docs.example.com/', HELP_SUPPORT_URL: 'https://help.example.com/' });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://docs.example.com/', 'https://help.example.com/', '/api/docs/']);
  view.unmount();
  await opened({ HELP_DOCUMENT_URL: '', HELP_SUPPORT_URL: '' });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/api/docs/']);
});

test('help sells nothing: without links of the settings there are only the manual, the API and About', async () => {
  await opened({ XPACK_LICENSE_IS_VALID: false });
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Help with this page', 'Browse the API', 'About']);
});
