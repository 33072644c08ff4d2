import type { Page } from 'playwright-core';

// The function below runs in the page. Of its world it needs this little.
interface Part {
  textContent: string | null;
  clientWidth: number;
  scrollWidth: number;
  clientHeight: number;
  scrollHeight: number;
  querySelector: (selector: string) => Part | null;
  querySelectorAll: (selector: string) => Iterable<Part>;
  getBoundingClientRect: () => { left: number; right: number; width: number };
}
declare const document: Part;

/** Every list that the menus lead to, below /ui/, with those behind tabs. */
export const LISTS = [
  'console/users/users',
  'console/users/groups',
  'console/users/service-accounts',
  'console/users/roles?activeTab=SysRoleList',
  'console/users/roles?activeTab=OrgRoleList',
  'console/assets/assets',
  'console/assets/domains',
  'console/assets/labels',
  'console/assets/platforms',
  'console/assets/cloud',
  'console/assets/cloud?activeTab=AccountList',
  'console/accounts/accounts',
  'console/accounts/account-template',
  'console/accounts/account-push',
  'console/accounts/account-push?activeTab=AccountPushExecutionList',
  'console/accounts/account-change-secret',
  'console/accounts/account-change-secret?activeTab=AccountChangeSecretExecutionList',
  'console/accounts/account-backup',
  'console/accounts/account-gather?activeTab=AccountGatherList',
  'console/accounts/account-gather?activeTab=AccountGatherTaskList',
  'console/perms/asset-permissions',
  'console/perms/login-acls',
  'console/perms/login-asset-acls',
  'console/perms/cmd-acls',
  'console/perms/cmd-acls?activeTab=CommandGroup',
  'console/perms/connect-method-acls',
  'console/perms/access-reviews',
  'tickets/flow',
  'tickets/my-tickets',
  'tickets/assigned-tickets',
  'settings/auth?activeTab=Rules',
  'settings/terminal?activeTab=TerminalList',
  'settings/terminal?activeTab=ReplayStorage',
  'settings/terminal?activeTab=CommandStorage',
  'settings/applets?activeTab=AppletList',
  'settings/applets?activeTab=AppletHostList',
  'settings/audit-receivers',
  'settings/tasks',
  'settings/orgs',
  'audit/sessions/sessions',
  'audit/sessions/sessions?activeTab=OfflineList',
  'audit/sessions/command',
  'audit/sessions/ftp',
  'audit/audits/password-change-log',
  'audit/audits/job-execution-log',
  'audit/audits/login-logs',
  'audit/audits/operate-logs',
  'workbench/assets',
  'workbench/ops/job',
  'workbench/ops/templates',
  'workbench/ops/templates?activeTab=Playbook',
  'workbench/ops/executions',
  'profile/key',
  'profile/connection-token',
  'profile/downloads',
];

/** What does not fit in the tables of a page as they stand: words of heads, tables wider than their place, buttons of rows. */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const scroller of document.querySelectorAll('.s-table-scroll')) {
      const { right } = scroller.getBoundingClientRect();
      if (scroller.scrollWidth > scroller.clientWidth) found.push(`the table takes ${scroller.scrollWidth} px of ${scroller.clientWidth}`);
      for (const head of scroller.querySelectorAll('th')) {
        const words = head.querySelector('.s-head-text, .s-sort > span') ?? head;
        if (words.scrollWidth > words.clientWidth)
          found.push(`"${words.textContent}" takes ${words.scrollWidth} px of ${words.clientWidth}`);
      }
      for (const actions of scroller.querySelectorAll('td.s-actions')) {
        const buttons = actions.querySelector('.s-row-actions');
        if (buttons && buttons.getBoundingClientRect().right > right)
          found.push(`"${buttons.textContent}" ends ${buttons.getBoundingClientRect().right - right} px beyond the table`);
      }
    }
    return [...new Set(found)];
  });
