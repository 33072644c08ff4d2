import { screens as access } from '../features/access/screens.ts';
import { screens as accountAutomations } from '../features/account-automations/screens.ts';
import { screens as accountBackups } from '../features/account-backups/screens.ts';
import { screens as accountTemplates } from '../features/account-templates/screens.ts';
import { screens as accounts } from '../features/accounts/screens.ts';
import { screens as acls } from '../features/acls/screens.ts';
import { screens as assets } from '../features/assets/screens.ts';
import { screens as cloud } from '../features/cloud/screens.ts';
import { screens as commands } from '../features/commands/screens.ts';
import { screens as dashboard } from '../features/dashboard/screens.ts';
import { screens as domains } from '../features/domains/screens.ts';
import { screens as downloads } from '../features/downloads/screens.ts';
import { screens as groups } from '../features/groups/screens.ts';
import { screens as home } from '../features/home/screens.ts';
import { screens as labels } from '../features/labels/screens.ts';
import { screens as loginLogs } from '../features/login-logs/screens.ts';
import { screens as myAssets } from '../features/my-assets/screens.ts';
import { screens as operateLogs } from '../features/operate-logs/screens.ts';
import { screens as organizations } from '../features/organizations/screens.ts';
import { screens as permissions } from '../features/permissions/screens.ts';
import { screens as platforms } from '../features/platforms/screens.ts';
import { screens as roles } from '../features/roles/screens.ts';
import { screens as sessions } from '../features/sessions/screens.ts';
import { screens as settings } from '../features/settings/screens.ts';
import { screens as tasks } from '../features/tasks/screens.ts';
import { screens as tickets } from '../features/tickets/screens.ts';
import { screens as users } from '../features/users/screens.ts';
import { screens as profile } from '../profile/screens.ts';
import type { Screens } from './route-types.ts';

/** The module of each screen, by route name, as its feature says. A route that is not listed here is not shown. */
export const SCREENS: Screens = {
  ...access,
  ...accountAutomations,
  ...accountBackups,
  ...accountTemplates,
  ...accounts,
  ...acls,
  ...assets,
  ...cloud,
  ...commands,
  ...dashboard,
  ...domains,
  ...downloads,
  ...groups,
  ...home,
  ...labels,
  ...loginLogs,
  ...myAssets,
  ...operateLogs,
  ...organizations,
  ...permissions,
  ...platforms,
  ...profile,
  ...roles,
  ...sessions,
  ...settings,
  ...tasks,
  ...tickets,
  ...users,
};
