import { PLATFORM_LINUX } from '@postern/contract/ids';
import type { Locator, Page } from 'playwright-core';
import type { PEOPLE } from './places.ts';
import type { Scene } from './scene.ts';

/** A dialog of the product: the source that draws it, the screen it stands over, and what opens it there. */
export interface DialogPlace {
  /** Below `apps/`. */
  file: string;
  who?: keyof typeof PEOPLE;
  at: (ids: Scene['ids']) => string;
  /** Leads to where the opener is. */
  before?: (page: Page) => Promise<unknown>;
  /** Gets the focus, and Enter. */
  opener: (page: Page) => Locator;
  /** What is pressed instead of Enter. */
  key?: string;
  /** What is pressed after it, as on the entry of a menu; the focus then comes back to the opener of the menu. */
  entry?: string;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first();

const users = () => '/ui/console/users/users';
const LDAP = () => '/ui/settings/auth?activeTab=LDAP';
const tick = (page: Page) => page.getByRole('row').nth(1).getByRole('checkbox').check();

/** Dialogs that `screens/dialogs.test.ts` walks over. Those that need more than a screen of the scene are walked where their story is told: `DIALOGS_IN_STORIES`. */
export const DIALOGS: readonly DialogPlace[] = [
  { file: 'console/src/screens/list/ListHelp.tsx', at: users, opener: (page) => page.getByRole('link', { name: 'Mia Brandt' }), key: '?' },
  { file: 'console/src/screens/list/ColumnSettings.tsx', at: users, opener: button('Columns') },
  { file: 'console/src/screens/transfer/ExportDialog.tsx', at: users, opener: button(/^Export/) },
  { file: 'console/src/screens/transfer/ImportDialog.tsx', at: users, opener: button(/^Import/) },
  {
    file: 'console/src/screens/list/BulkUpdateDialog.tsx',
    at: users,
    before: tick,
    opener: button('1 selected'),
    entry: 'Update selected',
  },
  {
    file: '../packages/ui/src/useConfirm.ts',
    at: users,
    opener: button('More actions for wei'),
    entry: 'Delete',
  },
  { file: 'console/src/features/assets/PlatformPicker.tsx', at: () => '/ui/console/assets/assets', opener: button('Create asset') },
  {
    file: 'console/src/features/assets/AccountsInput.tsx',
    at: () => `/ui/console/assets/hosts/create?platform=${PLATFORM_LINUX}`,
    opener: button('Add account'),
  },
  {
    file: 'console/src/features/assets/AssetPicker.tsx',
    at: (ids) => `/ui/console/perms/asset-permissions/${ids.permission}?activeTab=assetpermissionasset`,
    opener: button('Choose from the tree'),
  },
  {
    file: 'console/src/features/platforms/ProtocolDialog.tsx',
    at: () => '/ui/console/assets/platforms/create',
    opener: button(/^Settings of/),
  },
  { file: 'console/src/features/accounts/AccountDialog.tsx', at: () => '/ui/console/accounts/accounts', opener: button('Add account') },
  {
    file: 'console/src/fields/CronDialog.tsx',
    at: () => '/ui/console/accounts/account-backup/create',
    before: (page) =>
      page
        .getByRole('switch', { name: /periodic|schedule/i })
        .first()
        .check(),
    opener: button('Edit the schedule'),
  },
  { file: 'console/src/features/settings/AnnouncementDialog.tsx', at: () => '/ui/settings/basic', opener: button(/announcement/i) },
  { file: 'console/src/features/settings/EmailSettings.tsx', at: () => '/ui/settings/email', opener: button('Edit the text') },
  { file: 'console/src/features/settings/SettingChanges.tsx', at: () => '/ui/settings/email', opener: button('Changes') },
  { file: 'console/src/features/settings/ReceiversDialog.tsx', at: () => '/ui/settings/message', opener: button(/^Change receivers/) },
  { file: 'console/src/features/settings/auth/LdapLoginDialog.tsx', at: LDAP, opener: button('Test login') },
  { file: 'console/src/features/settings/auth/LdapSyncDialog.tsx', at: LDAP, opener: button('Sync') },
  { file: 'console/src/features/settings/auth/LdapImportDialog.tsx', at: LDAP, opener: button('Import people') },
  { file: 'console/src/features/settings/auth/Providers.tsx', at: () => '/ui/settings/auth?activeTab=OIDC', opener: button(/^Add/) },
  {
    file: 'console/src/features/applets/UploadDialog.tsx',
    at: () => '/ui/settings/applets?activeTab=AppletList',
    opener: button('Upload package'),
  },
  {
    file: 'console/src/layout/AboutDialog.tsx',
    at: () => '/ui/console/users/groups',
    opener: button('Help'),
    entry: 'About',
  },
  {
    file: 'console/src/features/manual/ManualDrawer.tsx',
    at: () => '/ui/console/users/groups',
    opener: button('Help'),
    entry: 'Help with this page',
  },
  { file: 'console/src/features/messages/MessageDrawer.tsx', at: () => '/ui/console/users/groups', opener: button(/messages/i) },
  {
    file: 'console/src/features/tickets/AwayDialog.tsx',
    who: 'mia',
    at: () => '/ui/tickets/assigned-tickets',
    opener: button('While I am away'),
  },
  { file: 'console/src/profile/KeyLimits.tsx', who: 'mia', at: () => '/ui/profile/key', opener: button('Create key') },
  {
    file: 'console/src/features/jobs/VariablesDialog.tsx',
    who: 'mia',
    at: () => '/ui/workbench/ops/quick-job',
    opener: button('Variables'),
  },
  { file: 'terminal/src/shell/SettingsDialog.tsx', who: 'mia', at: () => '/luna/', opener: button('Settings') },
  { file: 'terminal/src/shell/KeysDialog.tsx', who: 'mia', at: () => '/luna/', opener: button('Help'), entry: 'Keyboard' },
];
