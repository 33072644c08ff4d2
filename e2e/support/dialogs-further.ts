import type { Locator, Page } from 'playwright-core';
import { createApp } from './authenticator.ts';
import { choose, confirmByPassword } from './console.ts';
import { button, type DialogPlace } from './dialog-place.ts';
import { ADMIN_PASSWORD } from './postern.ts';

const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name }).last();
const press = (page: Page, name: string, within?: string | RegExp) =>
  dialog(page, within).getByRole('button', { name, exact: true }).press('Enter');

/** The check of identity comes once in a while: answers it where it comes before what is asked for. */
async function proved(page: Page, there: Locator, password?: string): Promise<void> {
  const check = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await check.or(there).first().waitFor();
  if (await check.isVisible()) await confirmByPassword(page, password);
  await there.waitFor();
}

/** A secret of the administrator's, there to be read. */
async function secret(page: Page): Promise<void> {
  await proved(page, page.getByRole('dialog', { name: /^Secret of/ }).getByRole('button', { name: 'Former secrets' }), ADMIN_PASSWORD);
}

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
const FACTORS = '/ui/profile/setting?activeTab=MFAUpdate';
const SET_UP = button(/^(Set up|Replace)$/);

/** Dialogs that need something before them, or come after another. */
export const FURTHER_DIALOGS: readonly DialogPlace[] = [
  {
    file: 'apps/console/src/features/access-reviews/LineDrawer.tsx',
    at: (ids) => `/ui/console/perms/access-reviews/${ids.review}?activeTab=AccessReviewLines`,
    opener: button('Harbour'),
  },
  {
    file: 'apps/console/src/features/account-automations/ParamsDialog.tsx',
    at: (ids) => `/ui/console/accounts/account-push/${ids.push}/update`,
    opener: button('Parameters'),
  },
  {
    file: 'apps/console/src/features/account-templates/NewSecretDialog.tsx',
    at: (ids) => `/ui/console/accounts/account-template/${ids.template}?activeTab=Accounts`,
    opener: (page) => page.getByRole('tabpanel').getByRole('button', { name: 'Update', exact: true }),
  },
  {
    file: 'apps/console/src/features/accounts/BulkResults.tsx',
    at: (ids) => `/ui/console/accounts/account-template/${ids.template}`,
    opener: button('Put on assets'),
    onwards: async (page) => {
      await choose(page, dialog(page), 'Assets', 'berlin-web-3');
      await press(page, 'Save');
      await dialog(page, 'Results').waitFor();
    },
  },
  {
    file: 'apps/console/src/features/applets/PublicationTable.tsx',
    at: (ids) => `/ui/settings/applets/hosts/${ids.appletHost}?activeTab=Applets`,
    opener: button('Publish an application'),
  },
  {
    file: 'apps/console/src/features/assets/GatewayTest.tsx',
    at: (ids) => `/ui/console/assets/domains/${ids.domain}?activeTab=GatewayList`,
    opener: button('More actions for harbour-gate'),
    entry: 'Test connection',
  },
  {
    file: 'apps/console/src/features/assets/NodeInfo.tsx',
    at: () => '/ui/console/assets/assets',
    before: (page) => page.getByRole('treeitem').first().click(),
    opener: (page) => page.getByRole('tree'),
    key: 'Shift+F10',
    entry: 'Node details',
  },
  {
    file: 'apps/console/src/features/audit-receivers/useReceiverTest.tsx',
    at: (ids) => `/ui/settings/audit-receivers/${ids.receiver}`,
    opener: button('Test'),
  },
  {
    file: 'apps/console/src/features/storages/useStorageTest.tsx',
    at: () => '/ui/settings/terminal?activeTab=ReplayStorage',
    opener: button('More actions for harbour-replays'),
    entry: 'Test',
  },
  {
    file: 'apps/console/src/fields/MatchesDialog.tsx',
    at: (ids) => `/ui/console/perms/login-acls/${ids.matchingRule}/update`,
    opener: button(/^\d+ match/),
  },
  {
    file: 'apps/console/src/features/messages/MessageDialog.tsx',
    at: () => '/ui/console/users/groups',
    opener: button(/messages/i),
    onwards: (page) => dialog(page).getByRole('listitem').first().getByRole('button').first().press('Enter'),
  },
  {
    file: 'apps/console/src/screens/confirm/SecretDialog.tsx',
    at: () => '/ui/console/accounts/accounts',
    opener: button('View secret'),
    onwards: secret,
  },
  {
    file: 'apps/console/src/screens/confirm/SecretHistory.tsx',
    at: () => '/ui/console/accounts/accounts',
    opener: button('View secret'),
    onwards: async (page) => {
      await secret(page);
      await press(page, 'Former secrets', /^Secret of/);
      await dialog(page, /^Former secrets/).waitFor();
    },
  },
  {
    file: 'apps/console/src/screens/preview/RowPreview.tsx',
    at: () => '/ui/console/users/users',
    // A touch more: by keys the page of the person opens instead.
    before: async (page) => {
      await page.setViewportSize(PHONE);
      await page.locator('.s-card dl').first().click();
    },
    after: (page) => page.setViewportSize(WIDE),
  },
  {
    file: 'apps/console/src/features/jobs/JobLogList.tsx',
    who: 'audra',
    at: () => '/ui/audit/audits/job-execution-log',
    opener: button('Output'),
  },
  {
    file: 'apps/console/src/features/jobs/KeptCommands.tsx',
    who: 'mia',
    at: () => '/ui/workbench/ops/quick-job',
    opener: button('Open'),
  },
  {
    file: 'apps/console/src/features/jobs/ParametersDialog.tsx',
    who: 'mia',
    at: (ids) => `/ui/workbench/ops/job/${ids.askingJob}`,
    opener: button('Run'),
  },
  {
    file: 'apps/console/src/features/jobs/PreviewDrawer.tsx',
    who: 'mia',
    at: (ids) => `/ui/workbench/ops/quick-job?taskId=${ids.run}`,
    opener: button('Dry run'),
  },
  {
    file: 'apps/console/src/features/playbooks/CloseQuestion.tsx',
    who: 'mia',
    at: (ids) => `/ui/workbench/ops/playbook/${ids.playbook}?activeTab=Workspace`,
    before: async (page) => {
      await page.locator('.cm-content').first().focus();
      await page.keyboard.type('# ');
      await page.getByRole('img', { name: 'Not saved' }).first().waitFor();
    },
    opener: button(/^Close main\.ya?ml/),
    after: async (page) => {
      await button(/^Close main\.ya?ml/)(page).press('Enter');
      await press(page, 'Discard');
    },
  },
  {
    file: 'apps/console/src/features/playbooks/useDeletePlaybooks.tsx',
    who: 'mia',
    at: (ids) => `/ui/workbench/ops/playbook/${ids.playbook}?activeTab=Detail`,
    opener: button('Delete'),
    onwards: async (page) => {
      await press(page, 'Delete');
      await dialog(page, 'In use by a job').waitFor();
    },
  },
  {
    file: 'apps/console/src/profile/MadeOnce.tsx',
    who: 'mia',
    at: () => '/ui/profile/key',
    opener: button('Create key'),
    onwards: async (page) => {
      await press(page, 'Create');
      await proved(page, dialog(page, 'Your new key'));
    },
  },
  {
    file: 'apps/console/src/profile/RenewDialog.tsx',
    who: 'mia',
    at: () => '/ui/profile/sponsored',
    opener: button('Renew'),
  },
  {
    file: 'apps/console/src/profile/EnrolDialog.tsx',
    who: 'mia',
    at: () => FACTORS,
    opener: SET_UP,
    onwards: (page) => proved(page, dialog(page, 'Set up an authenticator app')),
  },
  {
    file: 'apps/console/src/profile/RecoveryCodes.tsx',
    who: 'kenji',
    at: () => FACTORS,
    opener: SET_UP,
    onwards: async (page) => {
      await proved(page, dialog(page, 'Set up an authenticator app'));
      const key = (await dialog(page).locator('.otp-enrol__text .p-copyable__text').textContent()) ?? '';
      await dialog(page)
        .getByLabel('Code from the app')
        .fill(await createApp(key)());
      await page.keyboard.press('Enter');
      await dialog(page, 'Your recovery codes').waitFor();
    },
  },
  {
    file: 'apps/console/src/profile/FirstLogin.tsx',
    who: 'otto',
    at: () => '/ui/workbench/home',
  },
  {
    file: 'apps/console/src/layout/SessionExpired.tsx',
    who: 'audra',
    at: () => '/ui/audit/sessions/command',
    before: async (page) => {
      await page.context().clearCookies();
      await button('Refresh')(page).press('Enter');
    },
  },
];
