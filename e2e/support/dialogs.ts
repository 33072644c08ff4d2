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
  {
    file: 'console/src/screens/list/ViewNameDialog.tsx',
    at: users,
    opener: button('Views'),
    entry: 'Save as a view',
  },
  { file: 'console/src/features/users/InviteDialog.tsx', at: users, opener: button('Invite') },
  { file: 'console/src/features/assets/PlatformPicker.tsx', at: () => '/ui/console/assets/assets', opener: button('Create asset') },
  {
    file: 'console/src/features/assets/DestinationsDialog.tsx',
    at: () => '/ui/console/assets/assets',
    before: tick,
    // What is done to ticked rows takes their ticks away.
    opener: button(/^(1 selected|Actions)$/),
    entry: 'Confirm where secrets go',
  },
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
    file: 'console/src/features/accounts/BulkAccountDialog.tsx',
    at: () => '/ui/console/accounts/accounts',
    opener: button('Add from a template'),
  },
  {
    file: 'console/src/screens/confirm/IdentityDialog.tsx',
    at: () => '/ui/console/accounts/accounts',
    opener: button('View secret'),
  },
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
  { file: 'console/src/features/settings/AnnouncementDialog.tsx', at: () => '/ui/settings/basic', opener: button('Write one') },
  { file: 'console/src/features/settings/EmailSettings.tsx', at: () => '/ui/settings/email', opener: button('Edit the text') },
  { file: 'console/src/features/settings/SettingChanges.tsx', at: () => '/ui/settings/email', opener: button('Changes') },
  { file: 'console/src/features/settings/ReceiversDialog.tsx', at: () => '/ui/settings/message', opener: button(/^Change receivers/) },
  { file: 'console/src/features/settings/auth/LdapLoginDialog.tsx', at: LDAP, opener: button('Test login') },
  { file: 'console/src/features/settings/auth/LdapSyncDialog.tsx', at: LDAP, opener: button('Sync') },
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
    file: 'console/src/fields/RuleDialog.tsx',
    at: () => '/ui/console/perms/login-acls/create',
    before: (page) => page.getByText('By attribute', { exact: true }).first().click(),
    opener: button('Add a condition'),
  },
  {
    file: 'console/src/features/access/EffectDialog.tsx',
    at: (ids) => `/ui/console/perms/asset-permissions/${ids.permission}/update`,
    opener: button('Check effect'),
  },
  { file: 'console/src/features/settings/sms/BackendDialog.tsx', at: () => '/ui/settings/sms', opener: button('Set up') },
  {
    file: 'console/src/features/settings/auth/TryRulesDialog.tsx',
    at: () => '/ui/settings/auth?activeTab=Rules',
    opener: button('Try it'),
  },
  {
    file: 'console/src/screens/detail/DiffDialog.tsx',
    who: 'audra',
    at: (ids) => `/ui/audit/audits/operate-logs/${ids.operateLog}`,
    opener: button('View'),
  },
  {
    file: 'console/src/profile/SshKeyDialogs.tsx',
    who: 'mia',
    at: () => '/ui/profile/setting?activeTab=SSHUpdate',
    opener: button('Add key'),
  },
  {
    file: 'console/src/features/playbooks/UploadDialog.tsx',
    who: 'mia',
    at: () => '/ui/workbench/ops/templates?activeTab=Playbook',
    opener: button('Create playbook'),
    entry: 'Upload a ZIP',
  },
  {
    file: 'console/src/features/playbooks/NameDialog.tsx',
    who: 'mia',
    at: (ids) => `/ui/workbench/ops/playbook/${ids.playbook}?activeTab=Workspace`,
    opener: button('New'),
    entry: 'New file',
  },
  {
    file: 'console/src/features/jobs/VariablesDialog.tsx',
    who: 'mia',
    at: () => '/ui/workbench/ops/quick-job',
    opener: button('Variables'),
  },
  {
    file: 'console/src/features/tickets/AwayDialog.tsx',
    who: 'mia',
    at: () => '/ui/tickets/assigned-tickets',
    opener: button('While I am away'),
  },
  { file: 'console/src/profile/KeyLimits.tsx', who: 'mia', at: () => '/ui/profile/key', opener: button('Create key') },
  { file: 'terminal/src/shell/SettingsDialog.tsx', who: 'mia', at: () => '/luna/', opener: button('Settings') },
];

/** Dialogs that are not walked over yet, and what they need first. They are drawn by the same frame, and their contents by tests of their features. */
export const APART: Readonly<Record<string, string>> = {
  'console/src/features/access-reviews/LineDrawer.tsx': 'a review with lines',
  'console/src/features/account-automations/ParamsDialog.tsx': 'a plan with assets whose platforms take parameters',
  'console/src/features/account-automations/SecretByHand.tsx': 'a rotation whose end nobody knows',
  'console/src/features/account-templates/NewSecretDialog.tsx': 'an account template',
  'console/src/features/accounts/BulkResults.tsx': 'accounts that were added to many assets',
  'console/src/features/applets/PublicationTable.tsx': 'a remote application that was published',
  'console/src/features/assets/GatewayTest.tsx': 'a gateway',
  'console/src/features/assets/NodeInfo.tsx': 'the menu of a branch',
  'console/src/features/audit-receivers/useReceiverTest.tsx': 'a receiver that answers',
  'console/src/features/jobs/JobLogList.tsx': 'a job that has run',
  'console/src/features/jobs/KeptCommands.tsx': 'commands that were kept',
  'console/src/features/jobs/ParametersDialog.tsx': 'a job with parameters',
  'console/src/features/jobs/PreviewDrawer.tsx': 'a command and where it runs',
  'console/src/features/messages/MessageDialog.tsx': 'another drawer below it',
  'console/src/features/playbooks/CloseQuestion.tsx': 'a file that was changed',
  'console/src/features/playbooks/useDeletePlaybooks.tsx': 'a playbook that jobs use',
  'console/src/features/settings/auth/LdapImportDialog.tsx': 'a directory',
  'console/src/features/storages/useStorageTest.tsx': 'a storage that answers',
  'console/src/fields/MatchesDialog.tsx': 'conditions that match something',
  'console/src/layout/SessionExpired.tsx': 'a session that is over',
  'console/src/profile/EnrolDialog.tsx': 'an identity that was confirmed',
  'console/src/profile/FirstLogin.tsx': 'a first login',
  'console/src/profile/MadeOnce.tsx': 'a secret that was just made',
  'console/src/profile/PasskeyName.tsx': 'a passkey',
  'console/src/profile/RecoveryCodes.tsx': 'codes that were just made',
  'console/src/profile/RenewDialog.tsx': 'a person from outside with a sponsor',
  'console/src/screens/confirm/SecretDialog.tsx': 'an identity that was confirmed',
  'console/src/screens/confirm/SecretHistory.tsx': 'an identity that was confirmed',
  'console/src/screens/preview/RowPreview.tsx': 'a phone',
  'terminal/src/connect/ConnectDialog.tsx': 'a machine of the tree',
  'terminal/src/connect/access.tsx': 'a rule that asks or refuses',
  'terminal/src/files/editor/Editor.tsx': 'files of a machine',
  'terminal/src/files/machine/dialogs.tsx': 'files of a machine',
  'terminal/src/files/transfers/ConflictDialog.tsx': 'files of a machine',
  'terminal/src/manual/ManualDrawer.tsx': 'a page of the manual',
  'terminal/src/panes/ChooseSessions.tsx': 'two sessions',
  'terminal/src/sharing/MonitorControls.tsx': 'a session that is watched',
  'terminal/src/sharing/PeopleDialog.tsx': 'a session',
  'terminal/src/shell/KeysDialog.tsx': 'the menu of help',
  'terminal/src/snippets/BlanksForm.tsx': 'a session and a command template',
  'terminal/src/snippets/SnippetForm.tsx': 'a session',
};
