import type { Page } from 'playwright-core';
import { button, type DialogPlace } from './dialog-place.ts';

const search = (page: Page) => page.getByRole('textbox', { name: /^Search/ }).first();
/** An asset of the tree, found by its name. */
const inTree = (asset: string) => (page: Page) => page.getByRole('treeitem', { name: asset }).first();
const find = (asset: string) => async (page: Page) => {
  await search(page).fill(asset);
  await inTree(asset)(page).waitFor();
};
const connect = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).press('Enter');

/** With the panel of command templates open. */
async function templates(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Command templates' });
  if (await panel.isVisible()) return;
  await page.keyboard.press('Alt+Shift+Q');
  await panel.waitFor();
}

/** Dialogs of the web terminal; `wei` has two sessions open (screens/dialogs.test.ts). */
export const TERMINAL_DIALOGS: readonly DialogPlace[] = [
  { file: 'apps/terminal/src/shell/SettingsDialog.tsx', who: 'mia', at: () => '/luna/', opener: button('Settings') },
  { file: 'apps/terminal/src/shell/KeysDialog.tsx', who: 'mia', at: () => '/luna/', opener: button('Help'), entry: 'Keyboard' },
  {
    file: 'apps/terminal/src/manual/ManualDrawer.tsx',
    who: 'mia',
    at: () => '/luna/',
    opener: button('Help'),
    entry: 'Help with the terminal',
    beside: true,
  },
  {
    file: 'apps/terminal/src/connect/ConnectDialog.tsx',
    who: 'mia',
    at: () => '/luna/',
    before: find('berlin-web-1'),
    opener: search,
  },
  {
    file: 'apps/terminal/src/connect/access.tsx',
    who: 'mia',
    at: () => '/luna/',
    before: find('berlin-web-1'),
    opener: search,
    onwards: async (page) => {
      await connect(page);
      await page.getByRole('dialog', { name: 'Connection refused' }).waitFor();
    },
  },
  {
    file: 'apps/terminal/src/files/machine/dialogs.tsx',
    who: 'ines',
    at: () => '/luna/sftp',
    before: async (page) => {
      await find('berlin-web-1')(page);
      await search(page).press('Enter');
      await connect(page);
      await page.getByRole('grid').first().waitFor();
    },
    opener: (page) => page.getByRole('region', { name: 'On berlin-web-1' }).getByRole('button', { name: 'New folder', exact: true }),
  },
  {
    file: 'apps/terminal/src/sharing/PeopleDialog.tsx',
    who: 'wei',
    at: () => '/luna/',
    opener: (page) => page.locator('.pt-slot--active').getByRole('button', { name: 'Share', exact: true }),
  },
  {
    file: 'apps/terminal/src/snippets/SnippetForm.tsx',
    who: 'wei',
    at: () => '/luna/',
    before: templates,
    opener: button('New command template'),
  },
  {
    file: 'apps/terminal/src/snippets/BlanksForm.tsx',
    who: 'wei',
    at: () => '/luna/',
    before: templates,
    opener: button('Insert Harbour folder'),
  },
  {
    file: 'apps/terminal/src/panes/ChooseSessions.tsx',
    who: 'wei',
    at: () => '/luna/',
    opener: button('Choose the sessions'),
  },
  {
    file: 'apps/terminal/src/sharing/MonitorControls.tsx',
    at: (ids) => `/luna/monitor/${ids.live}`,
    opener: button('Lock'),
  },
];
