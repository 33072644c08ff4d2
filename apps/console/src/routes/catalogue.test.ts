import { permissionByCode } from '@postern/contract/permissions';
import { expect, test } from 'vitest';
import { flatRoutes, landingOf, resolveEverything, resolveRoutes } from './resolve.ts';
import { TREE } from './tree.ts';

/** What addresses, permissions and bookmarks of clients rely on: which route there is, what it needs, and where it leads. */

const paths = (
  perms: readonly string[],
  { licensed = true, settings = {} }: { licensed?: boolean; settings?: Record<string, unknown> } = {},
) => flatRoutes(resolveRoutes(TREE, { perms: new Set(perms), licensed, settings })).map((route) => route.path);
const all = flatRoutes(resolveEverything(TREE));
const at = (path: string) => all.find((route) => route.path === path);

/** Address, application and model of a resource, and which of its other screens there are. */
const RESOURCES = [
  ['/console/users/users', 'users', 'user', 'create update detail'],
  ['/console/users/groups', 'users', 'usergroup', 'create update detail'],
  ['/console/users/service-accounts', 'users', 'serviceaccount', 'create update detail'],
  ['/console/assets/assets', 'assets', 'asset', 'detail'],
  ['/console/assets/domains', 'assets', 'domain', 'create update detail'],
  ['/console/assets/platforms', 'assets', 'platform', 'create detail'],
  ['/console/assets/labels', 'assets', 'label', 'create update'],
  ['/console/accounts/accounts', 'accounts', 'account', 'detail'],
  ['/console/accounts/account-template', 'accounts', 'accounttemplate', 'create update detail'],
  ['/console/accounts/account-push', 'accounts', 'pushaccountautomation', 'create update detail'],
  ['/console/accounts/account-change-secret', 'accounts', 'changesecretautomation', 'create update detail'],
  ['/console/accounts/account-backup', 'accounts', 'accountbackupautomation', 'create update detail'],
  ['/console/perms/asset-permissions', 'perms', 'assetpermission', 'create update detail'],
  ['/console/perms/access-reviews', 'perms', 'accessreview', 'create update detail'],
  ['/console/perms/login-acls', 'acls', 'loginacl', 'create update detail'],
  ['/console/perms/cmd-acls', 'acls', 'commandfilteracl', 'create update detail'],
  ['/console/perms/cmd-groups', 'acls', 'commandgroup', 'create update detail'],
  ['/console/perms/login-asset-acls', 'acls', 'loginassetacl', 'create update detail'],
  ['/console/perms/connect-method-acls', 'acls', 'connectmethodacl', 'create update detail'],
] as const;

test.each(RESOURCES)('%s: list and detail by the right to see, create and update by theirs', (path, app, model, screens) => {
  const right = (verb: string) => `${app}.${verb}_${model}`;
  const parts = { create: [`${path}/create`, 'add'], update: [`${path}/:id/update`, 'change'], detail: [`${path}/:id`, 'view'] } as const;
  expect(paths([right('add'), right('change'), right('delete')])).not.toContain(path);
  for (const part of ['create', 'update', 'detail'] as const) {
    const [address, verb] = parts[part];
    if (!screens.includes(part)) continue;
    expect(paths([right('view'), right(verb)]), address).toEqual(expect.arrayContaining([path, address]));
    if (verb !== 'view') expect(paths([right('view')]), address).not.toContain(address);
  }
});

/** Routes with rights of their own: all of these, and with each of them missing the route is gone. */
const OWN: readonly (readonly [path: string, ...codes: string[]])[] = [
  ['/console/users/roles', 'rbac.view_orgrole'],
  ['/console/users/roles', 'rbac.view_systemrole'],
  ...['hosts', 'databases', 'devices', 'clouds', 'webs', 'gpts', 'customs'].flatMap(
    (kind) =>
      [
        [`/console/assets/${kind}/create`, 'assets.add_asset'],
        [`/console/assets/${kind}/:id/update`, 'assets.change_asset'],
      ] as const,
  ),
  ['/console/assets/assets/detail/:id/update', 'assets.view_asset', 'assets.change_asset'],
  ['/console/assets/hosts/add', 'assets.add_asset', 'accounts.add_account'],
  ['/console/assets/gateways/create', 'assets.view_gateway'],
  ['/console/assets/gateways/:id/update', 'assets.view_gateway', 'assets.change_gateway'],
  ['/console/assets/platforms/:id/update', 'assets.view_platform'],
  ['/console/assets/cloud', 'xpack.view_account'],
  ['/console/assets/cloud/account/create', 'xpack.view_account', 'xpack.add_account'],
  ['/console/assets/cloud/account/:id/update', 'xpack.view_account', 'xpack.change_account'],
  ['/console/assets/cloud/sync-instance-tasks/create', 'xpack.view_account', 'xpack.view_syncinstancetask', 'xpack.add_syncinstancetask'],
  ['/console/assets/cloud/sync-instance-tasks/:id', 'xpack.view_account', 'xpack.view_syncinstancetask'],
  ['/console/accounts/account-gather', 'accounts.view_gatheredaccount'],
  ['/console/accounts/account-gather/create', 'accounts.view_gatheredaccount', 'accounts.add_gatheraccountsautomation'],
  ['/console/accounts/account-push/executions', 'accounts.view_pushaccountautomation', 'accounts.view_pushaccountexecution'],
  ['/console/accounts/account-push/executions/:id', 'accounts.view_pushaccountautomation', 'accounts.view_pushaccountexecution'],
  ['/console/accounts/account-gather/executions/:id', 'accounts.view_gatheredaccount', 'accounts.view_gatheraccountsexecution'],
  ['/console/accounts/account-change-secret/executions/:id', 'accounts.view_changesecretautomation', 'accounts.view_changesecretexecution'],
  ['/console/accounts/account-backup/executions/:id', 'accounts.view_accountbackupautomation'],
  ['/audit/sessions/sessions', 'terminal.view_session'],
  ['/audit/sessions/command', 'terminal.view_command'],
  ['/audit/audits/login-logs', 'audits.view_userloginlog'],
  ['/audit/audits/operate-logs', 'audits.view_operatelog'],
  ['/workbench/assets', 'perms.view_myassets'],
  ['/workbench/ops/quick-job', 'ops.view_job', 'ops.add_job', 'ops.add_jobexecution'],
  ['/workbench/ops/job', 'ops.view_job'],
  ['/workbench/ops/job/create', 'ops.view_job', 'ops.add_job'],
  ['/workbench/ops/job/:id/update', 'ops.view_job', 'ops.change_job'],
  ['/workbench/ops/templates', 'ops.view_adhoc'],
  ['/workbench/ops/adhoc/create', 'ops.add_adhoc'],
  ['/workbench/ops/executions/:id', 'ops.view_jobexecution'],
  ['/luna/', 'rbac.view_webterminal'],
  ['/luna/sftp', 'rbac.view_filemanager'],
  ['/tickets/my-tickets', 'tickets.view_ticket'],
  ['/settings/basic', 'settings.view_setting'],
  ...['email', 'terminal', 'security', 'clean', 'interface', 'other', 'license'].map(
    (page) => [`/settings/${page}`, 'settings.view_setting', `settings.change_${page}`] as const,
  ),
  ['/settings/orgs', 'settings.view_setting', 'orgs.view_organization'],
  ['/settings/orgs/create', 'settings.view_setting', 'orgs.view_organization', 'orgs.add_organization'],
  ['/settings/orgs/:id/update', 'settings.view_setting', 'orgs.view_organization', 'orgs.change_organization'],
  ['/settings/tasks', 'settings.view_setting', 'ops.view_celerytask'],
  ['/profile/key', 'authentication.view_accesskey'],
];

test.each(OWN)('%s needs %s', (path, ...codes) => {
  const settings = { TICKETS_ENABLED: true, SECURITY_COMMAND_EXECUTION: true };
  expect(paths(codes, { settings })).toContain(path);
  for (const missing of codes)
    expect(
      paths(
        codes.filter((code) => code !== missing),
        { settings },
      ),
      missing,
    ).not.toContain(path);
});

test('what a licence brings goes without one', () => {
  const licensed = all.filter((route) => route.node.licence).map((route) => route.path);
  expect(licensed.toSorted()).toEqual([
    '/console/accounts/account-backup',
    '/console/accounts/account-change-secret',
    '/console/accounts/account-gather',
    '/console/assets/cloud',
    '/console/perms/connect-method-acls',
    '/console/perms/login-asset-acls',
    '/console/users/roles',
    '/settings/interface',
    '/settings/orgs',
    '/settings/sms',
    '/tickets',
  ]);
  const codes = ['rbac.view_orgrole', 'acls.view_loginacl'];
  expect(paths(codes, { licensed: false })).not.toContain('/console/users/roles');
  expect(paths(codes, { licensed: false })).toContain('/console/perms/login-acls');
});

test.each([
  ['/console/users/roles', 'global'],
  ['/console/perms/login-acls', 'global'],
  ['/console/perms/connect-method-acls', 'global'],
  ['/settings/basic', 'system'],
] as const)('%s runs in the organisation %s, and none other can be chosen there', (path, pseudoOrg) => {
  for (const route of all.filter((one) => one.path.startsWith(path))) expect(route).toMatchObject({ pseudoOrg, disableOrgsChange: true });
  const others = all.filter((route) => route.path.startsWith('/console') && route.disableOrgsChange);
  expect(others.every((route) => /roles|login-acls|connect-method-acls/.test(route.path))).toBe(true);
});

test('command groups stand below command filters in the menu; pages of the profile show no organisation', () => {
  for (const end of ['', '/create', '/:id', '/:id/update'])
    expect(at(`/console/perms/cmd-groups${end}`)?.activeMenu).toBe('/console/perms/cmd-acls');
  expect(at('/console/users/users/:id/update')?.activeMenu).toBe('/console/users/users');
  expect(at('/profile/info')?.showOrganization).toBe(false);
  expect(at('/settings/basic')?.showOrganization).toBe(false);
  expect(at('/console/users/users')?.showOrganization).toBe(true);
});

test('views begin at their start page, which stays among the open views, and open the menus of audits', () => {
  const views = Object.fromEntries(TREE.map((view) => [view.path, view.redirect]));
  expect(views).toEqual({
    console: 'dashboard',
    audit: 'dashboard',
    workbench: 'home',
    tickets: 'my-tickets',
    settings: 'basic',
    profile: 'info',
  });
  expect(all.filter((route) => route.node.affix).map((route) => route.path)).toEqual([
    '/console/dashboard',
    '/audit/dashboard',
    '/workbench/home',
  ]);
  expect(all.filter((route) => route.node.alwaysOpen).map((route) => route.path)).toEqual([
    '/audit/sessions',
    '/audit/audits',
    '/workbench/ops',
  ]);
  expect(TREE.filter((view) => view.showNavSwitcher).map((view) => view.path)).toEqual(['console', 'audit', 'workbench']);
});

test('a list is called after its resource, and so are the screens beside it', () => {
  const names = all.filter((route) => route.path.startsWith('/console/users/users')).map((route) => [route.path, route.node.name]);
  expect(names).toEqual([
    ['/console/users/users', 'UserList'],
    ['/console/users/users/create', 'UserCreate'],
    ['/console/users/users/:id/update', 'UserUpdate'],
    ['/console/users/users/:id', 'UserDetail'],
  ]);
  for (const name of ['License', 'OrganizationCreate', 'OrganizationList', 'SystemSetting'])
    expect(
      all.some((route) => route.node.name === name),
      name,
    ).toBe(true);
});

test('every right that a route asks for can be granted', () => {
  const named = TREE.flatMap(function walk(node): string[] {
    return [...(node.permissions ?? []).flatMap((entry) => entry.split('|')), ...(node.children ?? []).flatMap(walk)];
  });
  const derived = RESOURCES.flatMap(([, app, model]) => ['view', 'add', 'change', 'delete'].map((verb) => `${app}.${verb}_${model}`));
  const nobodys = [...named, ...derived].filter((code) => permissionByCode(code) === undefined);
  // Rules of admission are the system administrators' alone (session/auth.tsx).
  expect(nobodys.sort()).toEqual(['settings.add_admissionrule', 'settings.change_admissionrule']);
});

test('nobody is without a page: whoever has no right at all has the workbench', () => {
  const routes = resolveRoutes(TREE, { perms: new Set(), licensed: false, settings: {} });
  const workbench = routes.find(({ view }) => view === 'workbench');
  expect(workbench && landingOf(workbench)).toBe('/workbench/home');
});
