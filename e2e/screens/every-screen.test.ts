import { PLATFORM_LINUX, ROLE } from '@postern/contract/ids';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, newPerson, type Person, shoot, shootNow } from '../support/browser.ts';
import { logIn, startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD, type Postern } from '../support/postern.ts';
import { type Scene, type SceneHere, startScene } from '../support/scene.ts';
import { goTo, visit } from '../support/screen-here.ts';

// Every screen a person can reach, in both themes and two widths: each has one picture of each, every other one the other two. A screen fails on errors of its scripts, on serious
// findings of axe, and when it scrolls sideways on a phone. The pictures are kept to be looked at.

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

let postern: Postern;
let here: SceneHere | undefined;
let browser: Browser;
let scene: Scene;

beforeAll(async () => {
  here = await startScene();
  ({ postern, browser, scene } = here);
});

afterAll(async () => {
  await here?.stop();
});

type Place = readonly [name: string, address: string];

const people = {
  admin: {
    password: ADMIN_PASSWORD,
    places: ({ ids }: Scene): Place[] => [
      ['dashboard', '/ui/console/dashboard'],
      ['users', '/ui/console/users/users'],
      ['user-create', '/ui/console/users/users/create'],
      ['user-update', `/ui/console/users/users/${ids.user}/update`],
      ['user-detail', `/ui/console/users/users/${ids.user}`],
      ['groups', '/ui/console/users/groups'],
      ['group-create', '/ui/console/users/groups/create'],
      ['group-detail', `/ui/console/users/groups/${ids.group}`],
      ['roles', '/ui/console/users/roles'],
      ['role-detail', `/ui/console/users/roles/${ROLE.SYSTEM_AUDITOR}`],
      ['assets', '/ui/console/assets/assets'],
      ['host-create', `/ui/console/assets/hosts/create?platform=${PLATFORM_LINUX}`],
      ['machine-add', '/ui/console/assets/hosts/add'],
      ['host-update', `/ui/console/assets/hosts/${ids.host}/update?platform=${PLATFORM_LINUX}`],
      ['asset-detail', `/ui/console/assets/assets/${ids.host}`],
      ['device-create', '/ui/console/assets/devices/create?platform=13'],
      ['database-create', '/ui/console/assets/databases/create?platform=24'],
      ['cloud-create', '/ui/console/assets/clouds/create?platform=28'],
      ['web-create', '/ui/console/assets/webs/create?platform=26'],
      ['gpt-create', '/ui/console/assets/gpts/create?platform=29'],
      ['hardware', `/ui/console/assets/assets/detail/${ids.host}/update`],
      ['domains', '/ui/console/assets/domains'],
      ['domain-create', '/ui/console/assets/domains/create'],
      ['gateway-create', '/ui/console/assets/gateways/create'],
      ['labels', '/ui/console/assets/labels'],
      ['label-create', '/ui/console/assets/labels/create'],
      ['platforms', '/ui/console/assets/platforms'],
      ['platform-create', '/ui/console/assets/platforms/create'],
      ['platform-detail', `/ui/console/assets/platforms/${PLATFORM_LINUX}`],
      ['cloud-sync', '/ui/console/assets/cloud'],
      ['cloud-accounts', '/ui/console/assets/cloud?activeTab=AccountList'],
      ['cloud-account-create', '/ui/console/assets/cloud/account/create?provider=vmware'],
      ['sync-task-create', '/ui/console/assets/cloud/sync-instance-tasks/create'],
      ['accounts', '/ui/console/accounts/accounts'],
      ['account-detail', `/ui/console/accounts/accounts/${ids.account}`],
      ['account-templates', '/ui/console/accounts/account-template'],
      ['account-template-create', '/ui/console/accounts/account-template/create'],
      ['push-plans', '/ui/console/accounts/account-push'],
      ['push-plan-create', '/ui/console/accounts/account-push/create'],
      ['rotation-plans', '/ui/console/accounts/account-change-secret'],
      ['rotation-plan-create', '/ui/console/accounts/account-change-secret/create'],
      ['backup-plans', '/ui/console/accounts/account-backup'],
      ['backup-plan-create', '/ui/console/accounts/account-backup/create'],
      ['gathered-accounts', '/ui/console/accounts/account-gather?activeTab=AccountGatherList'],
      ['gathering-task-create', '/ui/console/accounts/account-gather/create'],
      ['permissions', '/ui/console/perms/asset-permissions'],
      ['permission-create', '/ui/console/perms/asset-permissions/create'],
      ['permission-update', `/ui/console/perms/asset-permissions/${ids.permission}/update`],
      ['permission-detail', `/ui/console/perms/asset-permissions/${ids.permission}`],
      ['login-rules', '/ui/console/perms/login-acls'],
      ['login-rule-create', '/ui/console/perms/login-acls/create'],
      ['asset-rules', '/ui/console/perms/login-asset-acls'],
      ['asset-rule-create', '/ui/console/perms/login-asset-acls/create'],
      ['command-filters', '/ui/console/perms/cmd-acls'],
      ['access-reviews', '/ui/console/perms/access-reviews'],
      ['access-review-create', '/ui/console/perms/access-reviews/create'],
      ['command-filter-create', '/ui/console/perms/cmd-acls/create'],
      ['command-group-create', '/ui/console/perms/cmd-groups/create'],
      ['connect-rules', '/ui/console/perms/connect-method-acls'],
      ['connect-rule-create', '/ui/console/perms/connect-method-acls/create'],
      ['explain-access', `/ui/console/perms/explain?user=${ids.user}&asset=${ids.host}`],
      ['flows', '/ui/tickets/flow'],
      ['flow', `/ui/tickets/flow/${ids.flow}`],
      ['flow-update', `/ui/tickets/flow/${ids.flow}/update`],
      ['settings-basic', '/ui/settings/basic'],
      ['settings-email', '/ui/settings/email'],
      ['settings-auth', '/ui/settings/auth'],
      ['settings-auth-ldap', '/ui/settings/auth?activeTab=LDAP'],
      ['settings-auth-oidc', '/ui/settings/auth?activeTab=OIDC'],
      ['settings-auth-scim', '/ui/settings/auth?activeTab=SCIM'],
      ['settings-message', '/ui/settings/message'],
      ['settings-tools', '/ui/settings/tools'],
      ['settings-transfer', '/ui/settings/transfer'],
      ['settings-security', '/ui/settings/security'],
      ['components', '/ui/settings/terminal?activeTab=TerminalList'],
      ['component-monitor', '/ui/settings/terminal?activeTab=Monitor'],
      ['replay-storages', '/ui/settings/terminal?activeTab=ReplayStorage'],
      ['replay-storage-create', '/ui/settings/terminal/replay-storage/create?type=s3'],
      ['command-storages', '/ui/settings/terminal?activeTab=CommandStorage'],
      ['command-storage-create', '/ui/settings/terminal/command-storage/create?type=es'],
      ['settings-terminal', '/ui/settings/terminal?activeTab=Basic'],
      ['settings-clean', '/ui/settings/clean'],
      ['settings-vault', '/ui/settings/vault'],
      ['settings-sms', '/ui/settings/sms'],
      ['settings-evidence', '/ui/settings/evidence'],
      ['admission-rules', '/ui/settings/auth?activeTab=Rules'],
      ['admission-rule-create', '/ui/settings/auth/rule/create'],
      ['audit-receivers', '/ui/settings/audit-receivers'],
      ['audit-receiver-create', '/ui/settings/audit-receivers/create'],
      ['applets', '/ui/settings/applets?activeTab=AppletList'],
      ['applet-detail', `/ui/settings/applets/${ids.applet}`],
      ['applet-hosts', '/ui/settings/applets?activeTab=AppletHostList'],
      ['applet-host-create', '/ui/settings/applets/hosts/create'],
      ['applet-host-detail', `/ui/settings/applets/hosts/${ids.appletHost}`],
      ['applet-host-deployments', `/ui/settings/applets/hosts/${ids.appletHost}?activeTab=Deployment`],
      ['settings-interface', '/ui/settings/interface'],
      ['settings-other', '/ui/settings/other'],
      ['licence', '/ui/settings/license'],
      ['tasks', '/ui/settings/tasks'],
      ['organisations', '/ui/settings/orgs'],
      ['organisation-create', '/ui/settings/orgs/create'],
    ],
  },
  audra: {
    password: TEST_PASSWORD,
    places: ({ ids }: Scene): Place[] => [
      ['audit-dashboard', '/ui/audit/dashboard'],
      ['sessions', '/ui/audit/sessions/sessions'],
      ['sessions-past', '/ui/audit/sessions/sessions?tab=OfflineList'],
      ['session-detail', `/ui/audit/sessions/sessions/${ids.session}`],
      ['commands', '/ui/audit/sessions/command'],
      ['transfers', '/ui/audit/sessions/ftp'],
      ['password-changes', '/ui/audit/audits/password-change-log'],
      ['job-log', '/ui/audit/audits/job-execution-log'],
      ['login-logs', '/ui/audit/audits/login-logs'],
      ['login-log-detail', `/ui/audit/audits/login-logs/${ids.loginLog}`],
      ['operate-logs', '/ui/audit/audits/operate-logs'],
      ['operate-log-detail', `/ui/audit/audits/operate-logs/${ids.operateLog}`],
      ['replay', `/luna/replay/${ids.session}`],
    ],
  },
  mia: {
    password: TEST_PASSWORD,
    places: ({ ids }: Scene): Place[] => [
      ['request-create', '/ui/tickets/tickets/request-host-perm/create'],
      ['request', `/ui/tickets/tickets/request-host-perm/${ids.request}`],
      ['emergency-access', '/ui/tickets/tickets/break-glass/create'],
      ['home', '/ui/workbench/home'],
      ['my-assets', '/ui/workbench/assets'],
      ['own-reviews', '/ui/workbench/access-reviews'],
      ['quick-command', '/ui/workbench/ops/quick-job'],
      ['jobs', '/ui/workbench/ops/job'],
      ['job-create', '/ui/workbench/ops/job/create'],
      ['templates', '/ui/workbench/ops/templates'],
      ['template-create', '/ui/workbench/ops/adhoc/create'],
      ['playbooks', '/ui/workbench/ops/templates?activeTab=Playbook'],
      ['playbook-create', '/ui/workbench/ops/playbook/create?from=git'],
      ['playbook', `/ui/workbench/ops/playbook/${ids.playbook}?activeTab=Detail`],
      ['playbook-files', `/ui/workbench/ops/playbook/${ids.playbook}?activeTab=Workspace`],
      ['playbook-job-create', `/ui/workbench/ops/job/create?type=playbook&playbook=${ids.playbook}`],
      ['job-runs', '/ui/workbench/ops/executions'],
      ['my-tickets', '/ui/tickets/my-tickets'],
      ['assigned-tickets', '/ui/tickets/assigned-tickets'],
      ['profile', '/ui/profile/info'],
      ['profile-settings', '/ui/profile/setting'],
      ['preferences', '/ui/profile/preferences'],
      ['program', '/ui/profile/program'],
      ['sponsored', '/ui/profile/sponsored'],
      ['api-keys', '/ui/profile/key'],
      ['connection-tokens', '/ui/profile/connection-token'],
      ['downloads', '/ui/profile/downloads'],
      ['terminal', '/luna/'],
      ['file-manager', '/luna/sftp'],
      ['not-found', '/ui/console/nothing/here'],
    ],
  },
} as const;

async function enter(username: keyof typeof people): Promise<Person> {
  const person = await newPerson(browser, { origin: postern.origin });
  await startSession(person.page, username, people[username].password);
  return person;
}

const LOOKS = {
  even: [
    ['light', WIDE, 'light-1440'],
    ['dark', PHONE, 'dark-390'],
  ],
  odd: [
    ['dark', WIDE, 'dark-1440'],
    ['light', PHONE, 'light-390'],
  ],
} as const;

/**
 * Both themes and both widths of a page that is here, wide and in the first theme. A theme that changes draws everything anew, so the next page
 * begins with the one this ends with.
 */
async function looks(page: Page, name: string, at: number): Promise<string[]> {
  const problems: string[] = [];
  for (const [colorScheme, size, label] of at % 2 === 0 ? LOOKS.even : LOOKS.odd) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await (size === WIDE ? shootNow : shoot)(page, `${name}-${label}`);
    if (size === PHONE) problems.push(...(await overflow(page)).map((problem) => `${label}: ${problem}`));
    problems.push(...(await accessibility(page)).map((problem) => `${label}: ${problem}`));
  }
  await page.setViewportSize(WIDE);
  return problems;
}

describe('every screen', () => {
  for (const username of Object.keys(people) as (keyof typeof people)[]) {
    test(`of ${username} stands in both themes and widths`, async () => {
      const person = await enter(username);
      const problems: string[] = [];
      for (const [at, [name, address]] of people[username].places(scene).entries()) {
        await goTo(person.page, address);
        const found = [
          ...(await looks(person.page, name, at)),
          ...person.troubles().filter((trouble) => name !== 'not-found' || !trouble.includes('404')),
        ];
        problems.push(...found.map((problem) => `${name}: ${problem}`));
      }
      await person.close();
      expect(problems).toEqual([]);
    });

    test(`of ${username} that the menu offers is on the list of this walk`, async () => {
      const person = await enter(username);
      const { page } = person;
      const walked = new Set(Object.values(people).flatMap(({ places }) => places(scene).map(([, address]) => address.split('?')[0])));
      const offered = new Set<string>();
      for (const view of ['console/dashboard', 'audit/dashboard', 'workbench/home', 'settings', 'profile/info']) {
        await goTo(page, `/ui/${view}`);
        const menu = page.getByRole('navigation', { name: 'Menu' });
        const take = async (): Promise<void> => {
          for (const link of await menu.getByRole('link').all())
            offered.add(new URL((await link.getAttribute('href')) ?? '', page.url()).pathname);
        };
        await take();
        // Opening one part may close another, so each is read while it is open.
        for (const part of await menu.getByRole('button').allTextContents()) {
          const button = menu.getByRole('button', { name: part, exact: true });
          if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
          await take();
        }
      }
      await person.close();
      expect(offered.size).toBeGreaterThan(1);
      expect([...offered].filter((path) => !walked.has(path) && !walked.has(path.replace(/\/$/, '')))).toEqual([]);
    });
  }
});

describe('the login page', () => {
  test('stands in both themes and widths', async () => {
    const person = await newPerson(browser, { origin: postern.origin });
    await visit(person.page, '/core/auth/login/');
    const problems = [...(await looks(person.page, 'login', 0)), ...(await looks(person.page, 'login', 1))];
    expect([...problems, ...person.troubles()]).toEqual([]);
    await logIn(person.page, 'admin', 'wrong');
    await person.page.locator('[aria-live="assertive"]').filter({ hasText: /./ }).waitFor();
    await shoot(person.page, 'login-refused');
    await person.close();
  });
});
