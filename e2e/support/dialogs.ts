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
  entry?: string | RegExp;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first();

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
  { file: 'apps/terminal/src/shell/SettingsDialog.tsx', who: 'mia', at: () => '/luna/', opener: button('Settings') },
];

/** Dialogs that are not walked over yet, and what they need first. They are drawn by the same frame, and their contents by tests of their features. */
export const APART: Readonly<Record<string, string>> = {
  'apps/console/src/features/access-reviews/LineDrawer.tsx': 'a review with lines',
  'apps/console/src/features/account-automations/ParamsDialog.tsx': 'a plan with assets whose platforms take parameters',
  'apps/console/src/features/account-automations/SecretByHand.tsx': 'a rotation whose end nobody knows',
  'apps/console/src/features/account-templates/NewSecretDialog.tsx': 'an account template',
  'apps/console/src/features/accounts/BulkResults.tsx': 'accounts that were added to many assets',
  'apps/console/src/features/applets/PublicationTable.tsx': 'a remote application that was published',
  'apps/console/src/features/assets/GatewayTest.tsx': 'a gateway',
  'apps/console/src/features/assets/NodeInfo.tsx': 'the menu of a branch',
  'apps/console/src/features/audit-receivers/useReceiverTest.tsx': 'a receiver that answers',
  'apps/console/src/features/jobs/JobLogList.tsx': 'a job that has run',
  'apps/console/src/features/jobs/KeptCommands.tsx': 'commands that were kept',
  'apps/console/src/features/jobs/ParametersDialog.tsx': 'a job with parameters',
  'apps/console/src/features/jobs/PreviewDrawer.tsx': 'a command and where it runs',
  'apps/console/src/features/messages/MessageDialog.tsx': 'another drawer below it',
  'apps/console/src/features/playbooks/CloseQuestion.tsx': 'a file that was changed',
  'apps/console/src/features/playbooks/useDeletePlaybooks.tsx': 'a playbook that jobs use',
  'apps/console/src/features/settings/auth/LdapImportDialog.tsx': 'a directory',
  'apps/console/src/features/storages/useStorageTest.tsx': 'a storage that answers',
  'apps/console/src/fields/MatchesDialog.tsx': 'conditions that match something',
  'apps/console/src/layout/SessionExpired.tsx': 'a session that is over',
  'apps/console/src/profile/EnrolDialog.tsx': 'an identity that was confirmed',
  'apps/console/src/profile/FirstLogin.tsx': 'a first login',
  'apps/console/src/profile/MadeOnce.tsx': 'a secret that was just made',
  'apps/console/src/profile/PasskeyName.tsx': 'a passkey',
  'apps/console/src/profile/RecoveryCodes.tsx': 'codes that were just made',
  'apps/console/src/profile/RenewDialog.tsx': 'a person from outside with a sponsor',
  'apps/console/src/screens/confirm/SecretDialog.tsx': 'an identity that was confirmed',
  'apps/console/src/screens/confirm/SecretHistory.tsx': 'an identity that was confirmed',
  'apps/console/src/screens/preview/RowPreview.tsx': 'a phone',
  'apps/terminal/src/connect/FactorDialog.tsx': 'a rule that asks for a second factor, and somebody who has one',
  'apps/terminal/src/connect/ConnectDialog.tsx': 'a machine of the tree',
  'apps/terminal/src/connect/access.tsx': 'a rule that asks or refuses',
  'apps/terminal/src/files/editor/Editor.tsx': 'files of a machine',
  'apps/terminal/src/files/machine/dialogs.tsx': 'files of a machine',
  'apps/terminal/src/files/transfers/ConflictDialog.tsx': 'files of a machine',
  'apps/terminal/src/manual/ManualDrawer.tsx': 'a page of the manual',
  'apps/terminal/src/panes/ChooseSessions.tsx': 'two sessions',
  'apps/terminal/src/sharing/MonitorControls.tsx': 'a session that is watched',
  'apps/terminal/src/sharing/PeopleDialog.tsx': 'a session',
  'apps/terminal/src/shell/KeysDialog.tsx': 'the menu of help',
  'apps/terminal/src/snippets/BlanksForm.tsx': 'a session and a command template',
  'apps/terminal/src/snippets/SnippetForm.tsx': 'a session',
};
