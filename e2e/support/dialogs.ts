import { PLATFORM_LINUX } from '@postern/contract/ids';
import type { Page } from 'playwright-core';
import { button, type DialogPlace } from './dialog-place.ts';
import { FURTHER_DIALOGS } from './dialogs-further.ts';
import { TERMINAL_DIALOGS } from './dialogs-terminal.ts';

const users = () => '/ui/console/users/users';
const LDAP = () => '/ui/settings/auth?activeTab=LDAP';
const tick = (page: Page) => page.getByRole('row').nth(1).getByRole('checkbox').check();

/** Dialogs that `screens/dialogs.test.ts` walks over; `tooling/dialogs.test.mjs` finds those that are missing. */
export const DIALOGS: readonly DialogPlace[] = [
  {
    file: 'apps/console/src/screens/list/ListHelp.tsx',
    at: users,
    opener: (page) => page.getByRole('link', { name: 'Mia Brandt' }),
    key: '?',
  },
  { file: 'apps/console/src/screens/list/ColumnSettings.tsx', at: users, opener: button('Columns') },
  { file: 'apps/console/src/screens/transfer/ExportDialog.tsx', at: users, opener: button(/^Export/) },
  { file: 'apps/console/src/screens/transfer/ImportDialog.tsx', at: users, opener: button(/^Import/) },
  {
    file: 'apps/console/src/screens/list/BulkUpdateDialog.tsx',
    at: users,
    before: tick,
    opener: button('1 selected'),
    entry: 'Update selected',
  },
  {
    file: 'packages/ui/src/useConfirm.ts',
    at: users,
    opener: button('More actions for wei'),
    entry: 'Delete',
  },
  {
    file: 'apps/console/src/screens/list/ViewNameDialog.tsx',
    at: users,
    opener: button('Views'),
    entry: 'Save as a view',
  },
  { file: 'apps/console/src/features/users/InviteDialog.tsx', at: users, opener: button('Invite') },
  { file: 'apps/console/src/features/assets/PlatformPicker.tsx', at: () => '/ui/console/assets/assets', opener: button('Create asset') },
  {
    file: 'apps/console/src/features/assets/DestinationsDialog.tsx',
    at: () => '/ui/console/assets/assets',
    before: tick,
    // What is done to ticked rows takes their ticks away.
    opener: button(/^(1 selected|Actions)$/),
    entry: 'Confirm where secrets go',
  },
  {
    file: 'apps/console/src/features/assets/AccountsInput.tsx',
    at: () => `/ui/console/assets/hosts/create?platform=${PLATFORM_LINUX}`,
    opener: button('Add account'),
  },
  {
    file: 'apps/console/src/features/assets/AssetPicker.tsx',
    at: (ids) => `/ui/console/perms/asset-permissions/${ids.permission}?activeTab=assetpermissionasset`,
    opener: button('Choose from the tree'),
  },
  {
    file: 'apps/console/src/features/platforms/ProtocolDialog.tsx',
    at: () => '/ui/console/assets/platforms/create',
    opener: button(/^Settings of/),
  },
  {
    file: 'apps/console/src/features/accounts/AccountDialog.tsx',
    at: () => '/ui/console/accounts/accounts',
    opener: button('Add account'),
  },
  {
    file: 'apps/console/src/features/accounts/BulkAccountDialog.tsx',
    at: () => '/ui/console/accounts/accounts',
    opener: button('Add from a template'),
  },
  {
    file: 'apps/console/src/screens/confirm/IdentityDialog.tsx',
    at: () => '/ui/console/accounts/accounts',
    opener: button('View secret'),
  },
  {
    file: 'apps/console/src/fields/CronDialog.tsx',
    at: () => '/ui/console/accounts/account-backup/create',
    before: (page) =>
      page
        .getByRole('switch', { name: /periodic|schedule/i })
        .first()
        .check(),
    opener: button('Edit the schedule'),
  },
  { file: 'apps/console/src/features/settings/AnnouncementDialog.tsx', at: () => '/ui/settings/basic', opener: button('Write one') },
  { file: 'apps/console/src/features/settings/EmailSettings.tsx', at: () => '/ui/settings/email', opener: button('Edit the text') },
  { file: 'apps/console/src/features/settings/SettingChanges.tsx', at: () => '/ui/settings/email', opener: button('Changes') },
  { file: 'apps/console/src/features/settings/ReceiversDialog.tsx', at: () => '/ui/settings/message', opener: button(/^Change receivers/) },
  { file: 'apps/console/src/features/settings/auth/LdapLoginDialog.tsx', at: LDAP, opener: button('Test login') },
  { file: 'apps/console/src/features/settings/auth/LdapSyncDialog.tsx', at: LDAP, opener: button('Sync') },
  { file: 'apps/console/src/features/settings/auth/Providers.tsx', at: () => '/ui/settings/auth?activeTab=OIDC', opener: button(/^Add/) },
  {
    file: 'apps/console/src/features/applets/UploadDialog.tsx',
    at: () => '/ui/settings/applets?activeTab=AppletList',
    opener: button('Upload package'),
  },
  {
    file: 'apps/console/src/layout/AboutDialog.tsx',
    at: () => '/ui/console/users/groups',
    opener: button('Help'),
    entry: 'About',
  },
  {
    file: 'apps/console/src/features/manual/ManualDrawer.tsx',
    at: () => '/ui/console/users/groups',
    opener: button('Help'),
    entry: 'Help with this page',
  },
  { file: 'apps/console/src/features/messages/MessageDrawer.tsx', at: () => '/ui/console/users/groups', opener: button(/messages/i) },
  {
    file: 'apps/console/src/fields/RuleDialog.tsx',
    at: () => '/ui/console/perms/login-acls/create',
    before: (page) => page.getByText('By attribute', { exact: true }).first().click(),
    opener: button('Add a condition'),
  },
  {
    file: 'apps/console/src/features/access/EffectDialog.tsx',
    at: (ids) => `/ui/console/perms/asset-permissions/${ids.permission}/update`,
    opener: button('Check effect'),
  },
  { file: 'apps/console/src/features/settings/sms/BackendDialog.tsx', at: () => '/ui/settings/sms', opener: button('Set up') },
  {
    file: 'apps/console/src/features/settings/auth/TryRulesDialog.tsx',
    at: () => '/ui/settings/auth?activeTab=Rules',
    opener: button('Try it'),
  },
  {
    file: 'apps/console/src/screens/detail/DiffDialog.tsx',
    who: 'audra',
    at: (ids) => `/ui/audit/audits/operate-logs/${ids.operateLog}`,
    opener: button('View'),
  },
  {
    file: 'apps/console/src/profile/SshKeyDialogs.tsx',
    who: 'mia',
    at: () => '/ui/profile/setting?activeTab=SSHUpdate',
    opener: button('Add key'),
  },
  {
    file: 'apps/console/src/features/playbooks/UploadDialog.tsx',
    who: 'mia',
    at: () => '/ui/workbench/ops/templates?activeTab=Playbook',
    opener: button('Create playbook'),
    entry: 'Upload a ZIP',
  },
  {
    file: 'apps/console/src/features/playbooks/NameDialog.tsx',
    who: 'mia',
    at: (ids) => `/ui/workbench/ops/playbook/${ids.playbook}?activeTab=Workspace`,
    opener: button('New'),
    entry: 'New file',
  },
  {
    file: 'apps/console/src/features/jobs/VariablesDialog.tsx',
    who: 'mia',
    at: () => '/ui/workbench/ops/quick-job',
    opener: button('Variables'),
  },
  {
    file: 'apps/console/src/features/tickets/AwayDialog.tsx',
    who: 'mia',
    at: () => '/ui/tickets/assigned-tickets',
    opener: button('While I am away'),
  },
  { file: 'apps/console/src/profile/KeyLimits.tsx', who: 'mia', at: () => '/ui/profile/key', opener: button('Create key') },
  ...FURTHER_DIALOGS,
  ...TERMINAL_DIALOGS,
];

/** Dialogs that are not walked over, and why not. They are drawn by the same frame, and their contents by tests of their features. */
export const APART: Readonly<Record<string, string>> = {
  'apps/console/src/features/account-automations/SecretByHand.tsx':
    'a rotation whose end nobody knows comes about by a machine that dies under it',
  'apps/console/src/features/settings/auth/LdapImportDialog.tsx': 'a directory that answers: without one it waits for a long time',
  'apps/console/src/profile/PasskeyName.tsx':
    'browsers know passkeys at an address with a name only: screens/identity.test.ts names one there',
  'apps/terminal/src/connect/FactorDialog.tsx': 'a second factor at the login, too: screens/connect-factor.test.ts asks axe about it',
  'apps/terminal/src/files/editor/Editor.tsx': 'a file of a machine that nobody else uses: screens/files.test.ts edits one',
  'apps/terminal/src/files/transfers/ConflictDialog.tsx': 'two files of a name: screens/files.test.ts makes them',
};
