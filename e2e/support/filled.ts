import { addressOf } from '@postern/client/api';
import { ORG, PLATFORM_LINUX, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { apiOf } from './actors.ts';
import type { PEOPLE, Place } from './places.ts';
import type { Scene } from './scene.ts';
import { until } from './until.ts';

// One of everything that has a page of its own, for whoever walks over all pages. Other suites do without: it takes a while to make.

/** What is made of each sort, by its list; in this order, as some belong to others. */
type Recipes = readonly (readonly [noun: string, collection: string, body: (ids: Readonly<Record<string, string>>) => Json])[];

const only = (id: string | undefined) => ({ type: 'ids', ids: [id] });
const EVERYTHING = { type: 'all' };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const IN_A_WEEK = () => inDays(7);
const IN_A_YEAR = () => inDays(365);

const OF_ADMIN: Recipes = [
  ['role', addressOf('orgRoles'), () => ({ name: 'Harbour master', scope: 'org', permissions: ['assets.view_asset'] })],
  ['domain', addressOf('domains'), () => ({ name: 'Harbour network' })],
  [
    'gateway',
    addressOf('gateways'),
    ({ domain }) => ({
      name: 'harbour-gate',
      address: '192.0.2.1',
      domain,
      platform: PLATFORM_LINUX,
      protocols: [{ name: 'ssh', port: 22 }],
    }),
  ],
  [
    'platform',
    addressOf('platforms'),
    () => ({ name: 'Harbour-crane', category: 'host', type: 'linux', protocols: [{ name: 'ssh', port: 22, primary: true }] }),
  ],
  ['label', addressOf('labels'), () => ({ name: 'quay', value: 'north' })],
  [
    'database',
    addressOf('databases'),
    () => ({ name: 'harbour-db', address: '192.0.2.2', platform: 19, db_name: 'ships', protocols: [{ name: 'postgresql', port: 5432 }] }),
  ],
  [
    'device',
    addressOf('devices'),
    () => ({ name: 'harbour-switch', address: '192.0.2.3', platform: 13, protocols: [{ name: 'ssh', port: 22 }] }),
  ],
  [
    'cloud',
    addressOf('clouds'),
    () => ({ name: 'harbour-cluster', address: 'https://192.0.2.4', platform: 28, protocols: [{ name: 'k8s', port: 443 }] }),
  ],
  [
    'web',
    addressOf('webs'),
    () => ({ name: 'harbour-site', address: 'https://192.0.2.5', platform: 26, protocols: [{ name: 'http', port: 443 }] }),
  ],
  [
    'gpt',
    addressOf('gpts'),
    () => ({ name: 'harbour-gpt', address: 'https://192.0.2.6', platform: 29, protocols: [{ name: 'chatgpt', port: 443 }] }),
  ],
  [
    'cloudAccount',
    addressOf('cloudAccounts'),
    () => ({
      name: 'Harbour vSphere',
      provider: 'vmware',
      attrs: { host: '192.0.2.7', port: 443, username: 'root', password: TEST_PASSWORD },
    }),
  ],
  [
    'syncTask',
    addressOf('cloudSyncInstanceTasks'),
    ({ cloudAccount, node }) => ({
      name: 'Harbour sync',
      account: cloudAccount,
      regions: ['all'],
      hostname_strategy: 'instance_name',
      is_periodic: false,
      node,
      protocols: 'ssh/22',
      ip_network_segment_group: ['*'],
    }),
  ],
  [
    'template',
    addressOf('accountTemplates'),
    () => ({ name: 'Harbour root', username: 'root', secret_type: 'password', secret: TEST_PASSWORD }),
  ],
  [
    'push',
    addressOf('pushAccountAutomations'),
    ({ host }) => ({
      name: 'Harbour push',
      is_periodic: false,
      accounts: ['root'],
      assets: [host],
      secret_type: 'password',
      secret_strategy: 'random',
    }),
  ],
  ['gather', addressOf('gatherAccountAutomations'), ({ host }) => ({ name: 'Harbour gathering', is_periodic: false, assets: [host] })],
  [
    'rotation',
    addressOf('changeSecretAutomations'),
    ({ host }) => ({
      name: 'Harbour rotation',
      is_periodic: false,
      accounts: ['root'],
      assets: [host],
      secret_type: 'password',
      secret_strategy: 'random',
    }),
  ],
  [
    'backup',
    addressOf('accountBackupPlans'),
    ({ admin }) => ({ name: 'Harbour backup', is_periodic: false, types: ['host'], recipients: [admin] }),
  ],
  [
    'review',
    addressOf('accessReviews'),
    ({ mia, permission }) => ({ name: 'Harbour review', reviewers: [mia], permissions: [permission], date_due: IN_A_YEAR() }),
  ],
  [
    'loginRule',
    addressOf('loginAcls'),
    ({ otto }) => ({ name: 'Harbour logins', action: 'reject', users: only(otto), rules: { ip_group: ['192.0.2.0/24'] } }),
  ],
  [
    'matchingRule',
    addressOf('loginAcls'),
    () => ({
      name: 'Harbour people who match',
      action: 'reject',
      users: { type: 'attrs', attrs: [{ name: 'username', match: 'contains', value: 'otto' }] },
      rules: { ip_group: ['192.0.2.0/24'] },
    }),
  ],
  [
    'serviceAccount',
    addressOf('serviceAccounts'),
    ({ mia }) => ({ name: 'Harbour pipeline', org_roles: [ROLE.ORG_ADMIN], sponsor: mia, date_expired: IN_A_YEAR() }),
  ],
  ['commandGroup', addressOf('commandGroups'), () => ({ name: 'Harbour halts', content: 'halt' })],
  [
    'commandFilter',
    addressOf('commandFilterAcls'),
    ({ otto, commandGroup }) => ({
      name: 'Harbour filter',
      action: 'reject',
      users: only(otto),
      assets: EVERYTHING,
      accounts: ['@ALL'],
      command_groups: [commandGroup],
    }),
  ],
  [
    'assetRule',
    addressOf('loginAssetAcls'),
    ({ otto }) => ({
      name: 'Harbour machines',
      action: 'reject',
      users: only(otto),
      assets: EVERYTHING,
      accounts: ['@ALL'],
      rules: { ip_group: ['192.0.2.0/24'] },
    }),
  ],
  ['methodRule', addressOf('connectMethodAcls'), ({ otto }) => ({ name: 'Harbour methods', users: only(otto), connect_methods: ['ssh'] })],
  [
    'admission',
    addressOf('admissionRules'),
    ({ org }) => ({ name: 'Harbour people', organization: org, attribute: 'groups', match: 'exact', values: ['harbour'] }),
  ],
  [
    'replayStorage',
    addressOf('replayStorages'),
    () => ({
      name: 'harbour-replays',
      type: 's3',
      meta: { BUCKET: 'replays', ACCESS_KEY: 'key', SECRET_KEY: TEST_PASSWORD, ENDPOINT: 'https://s3.example.com' },
    }),
  ],
  ['endpoint', addressOf('endpoints'), () => ({ name: 'harbour-endpoint', host: 'harbour.example.com' })],
  [
    'endpointRule',
    addressOf('endpointRules'),
    ({ endpoint }) => ({ name: 'harbour-rule', ip_group: ['192.0.2.0/24'], priority: 30, endpoint }),
  ],
  [
    'receiver',
    addressOf('auditReceivers'),
    () => ({ name: 'Harbour log', type: 'syslog', address: 'tls://syslog.example.com:6514', events: ['login'], is_active: false }),
  ],
  ['organisation', addressOf('orgs'), () => ({ name: 'Harbour Works' })],
];

const OF_MIA: Recipes = [
  [
    'usingJob',
    addressOf('jobs'),
    ({ playbook, host }) => ({
      name: 'Harbour lights job',
      type: 'playbook',
      playbook,
      assets: [host],
      runas: 'root',
      instant: false,
      is_periodic: false,
    }),
  ],
  [
    'askingJob',
    addressOf('jobs'),
    ({ host }) => ({
      name: 'Harbour question',
      type: 'adhoc',
      module: 'shell',
      args: 'ls {{ folder }}',
      assets: [host],
      runas: 'root',
      instant: false,
      is_periodic: false,
      use_parameter_define: true,
      parameters_define: { folder: { label: 'Folder', type: 'text', required: true, default: '', options: [] } },
    }),
  ],
  ['adhoc', addressOf('adhocs'), () => ({ name: 'Harbour uptime', module: 'shell', args: 'uptime' })],
  [
    'job',
    addressOf('jobs'),
    ({ host }) => ({
      name: 'Harbour job',
      type: 'adhoc',
      module: 'shell',
      args: 'uptime',
      assets: [host],
      runas: 'root',
      instant: false,
      is_periodic: false,
    }),
  ],
];

/** What plans and jobs leave behind: started once, and over. */
const RUNS_OF_ADMIN = [
  ['pushed', addressOf('pushAccountExecutions'), 'automation', 'push'],
  ['gathered', addressOf('gatherAccountExecutions'), 'automation', 'gather'],
  ['rotated', addressOf('changeSecretExecutions'), 'automation', 'rotation'],
  ['backedUp', addressOf('accountBackupPlanExecutions'), 'plan', 'backup'],
] as const;
const RUNS_OF_MIA = [['run', addressOf('jobExecutions'), 'job', 'job']] as const;

const first = async (api: Api, collection: string): Promise<Json | undefined> => {
  const { body } = await api.get<{ results: Json[] }>(collection, { query: { limit: 1, offset: 0 } });
  return body.results[0];
};

async function make(api: Api, recipes: Recipes, ids: Record<string, string>): Promise<void> {
  for (const [noun, collection, body] of recipes) {
    const answer = await api.post<Json>(collection, body(ids));
    if (answer.status !== 201) throw new Error(`No ${noun}: ${answer.status} ${JSON.stringify(answer.body)}`);
    ids[noun] = String(answer.body.id);
  }
}

async function run(api: Api, runs: typeof RUNS_OF_ADMIN | typeof RUNS_OF_MIA, ids: Record<string, string>): Promise<void> {
  for (const [noun, collection, field, of] of runs) {
    const answer = await api.post<Json>(collection, { [field]: ids[of] });
    if (answer.status >= 300) throw new Error(`No run of ${of}: ${answer.status} ${JSON.stringify(answer.body)}`);
    ids[noun] = await until(`a run of ${of} is over`, 120_000, async () => {
      const row = await first(api, collection);
      // A backup says how long it took, and not when it ended.
      return row && (row.date_finished || row.is_finished || (row.plan && row.timedelta !== null)) ? String(row.id) : undefined;
    });
  }
}

/** The pages of what `fillScene` makes that are on no list of places, by whom they are seen. */
export function pagesOf(ids: Readonly<Record<string, string>>): Readonly<Record<keyof typeof PEOPLE, Place[]>> {
  const at = (name: string, address: string): Place => [name, address];
  /** The page of an object, where it has one, and the form that changes it. */
  const both = (name: string, address: string): Place[] => [at(`${name}-detail`, address), at(`${name}-update`, `${address}/update`)];
  const plans: readonly (readonly [name: string, path: string, plan: string, execution: string])[] = [
    ['push-plan', 'account-push', 'push', 'pushed'],
    ['gathering-task', 'account-gather', 'gather', 'gathered'],
    ['rotation-plan', 'account-change-secret', 'rotation', 'rotated'],
    ['backup-plan', 'account-backup', 'backup', 'backedUp'],
  ];
  return {
    admin: [
      at('group-update', `/ui/console/users/groups/${ids.group}/update`),
      ...both('service-account', `/ui/console/users/service-accounts/${ids.serviceAccount}`),
      at('role-create', '/ui/console/users/roles/create'),
      at('role-update', `/ui/console/users/roles/${ids.role}/update?scope=org`),
      ...both('domain', `/ui/console/assets/domains/${ids.domain}`),
      at('gateway-update', `/ui/console/assets/gateways/${ids.gateway}/update`),
      at('platform-update', `/ui/console/assets/platforms/${ids.platform}/update`),
      at('label-update', `/ui/console/assets/labels/${ids.label}/update`),
      at('database-update', `/ui/console/assets/databases/${ids.database}/update`),
      at('device-update', `/ui/console/assets/devices/${ids.device}/update`),
      at('cloud-update', `/ui/console/assets/clouds/${ids.cloud}/update`),
      at('web-update', `/ui/console/assets/webs/${ids.web}/update`),
      at('gpt-update', `/ui/console/assets/gpts/${ids.gpt}/update`),
      ...both('cloud-account', `/ui/console/assets/cloud/account/${ids.cloudAccount}`),
      at('sync-tasks', '/ui/console/assets/cloud/sync-instance-tasks'),
      ...both('sync-task', `/ui/console/assets/cloud/sync-instance-tasks/${ids.syncTask}`),
      ...both('account-template', `/ui/console/accounts/account-template/${ids.template}`),
      ...plans.flatMap(([name, path, plan, execution]) => [
        ...both(name, `/ui/console/accounts/${path}/${ids[plan]}`),
        at(`${name}-runs`, `/ui/console/accounts/${path}/executions`),
        at(`${name}-run`, `/ui/console/accounts/${path}/executions/${ids[execution]}`),
      ]),
      ...both('access-review', `/ui/console/perms/access-reviews/${ids.review}`),
      ...both('login-rule', `/ui/console/perms/login-acls/${ids.loginRule}`),
      ...both('command-filter', `/ui/console/perms/cmd-acls/${ids.commandFilter}`),
      at('command-groups', '/ui/console/perms/cmd-groups'),
      ...both('command-group', `/ui/console/perms/cmd-groups/${ids.commandGroup}`),
      ...both('asset-rule', `/ui/console/perms/login-asset-acls/${ids.assetRule}`),
      ...both('connect-rule', `/ui/console/perms/connect-method-acls/${ids.methodRule}`),
      at('admission-rule-update', `/ui/settings/auth/rule/${ids.admission}/update`),
      ...both('component', `/ui/settings/terminal/${ids.terminal}`),
      at('replay-storage-update', `/ui/settings/terminal/replay-storage/${ids.replayStorage}/update`),
      at('endpoints', '/ui/settings/terminal?activeTab=EndpointList'),
      at('endpoint-create', '/ui/settings/terminal/endpoint/create'),
      at('endpoint-update', `/ui/settings/terminal/endpoint/${ids.endpoint}/update`),
      at('endpoint-rules', '/ui/settings/terminal?activeTab=EndpointRuleList'),
      at('endpoint-rule-create', '/ui/settings/terminal/endpoint-rule/create'),
      at('endpoint-rule-update', `/ui/settings/terminal/endpoint-rule/${ids.endpointRule}/update`),
      at('applet-host-update', `/ui/settings/applets/hosts/${ids.appletHost}/update`),
      ...both('audit-receiver', `/ui/settings/audit-receivers/${ids.receiver}`),
      ...both('organisation', `/ui/settings/orgs/${ids.organisation}`),
      at('task-detail', `/ui/settings/tasks/${ids.task}`),
    ],
    audra: [],
    mia: [
      at('own-review', `/ui/workbench/access-reviews/${ids.review}`),
      ...both('job', `/ui/workbench/ops/job/${ids.job}`),
      at('job-run', `/ui/workbench/ops/executions/${ids.run}`),
      ...both('template', `/ui/workbench/ops/adhoc/${ids.adhoc}`),
      at('playbook-update', `/ui/workbench/ops/playbook/${ids.playbook}/update`),
      at('temporary-passwords', '/ui/profile/temp-password'),
    ],
  };
}

/** As `fillThings`. @returns its pages */
export async function fillScene(origin: string, scene: Scene, admin: Api): Promise<Readonly<Record<keyof typeof PEOPLE, Place[]>>> {
  return pagesOf(await fillThings(origin, scene, admin));
}

/** Makes one of everything that needs nobody outside: a command storage is made once its search engine answers. @returns the ids, by noun */
export async function fillThings(origin: string, scene: Scene, admin: Api): Promise<Readonly<Record<string, string>>> {
  const mia = await apiOf(origin, 'mia', TEST_PASSWORD);
  const named = async (username: string) =>
    String((await admin.get<{ results: Json[] }>(addressOf('users'), { query: { username, limit: 1 } })).body.results[0]?.id);
  const ids: Record<string, string> = {
    ...scene.ids,
    ...{ admin: await named('admin'), mia: await named('mia'), otto: await named('otto') },
    org: ORG.DEFAULT,
    node: String((await first(admin, addressOf('nodes')))?.id),
    terminal: String((await first(admin, addressOf('terminals')))?.id),
    task: String((await first(admin, addressOf('opsTasks')))?.id),
  };
  ids.visitor = (
    await createUser(admin, { username: 'theo', name: 'Theo Visitor', from_outside: true, sponsor: ids.mia, date_expired: IN_A_WEEK() })
  ).id;
  await clientOf(admin).setting.patch({ AUTH_TEMP_TOKEN: true }, { query: { category: 'auth' } });
  await make(admin, OF_ADMIN, ids);
  await make(mia, OF_MIA, ids);
  await run(admin, RUNS_OF_ADMIN, ids);
  await run(mia, RUNS_OF_MIA, ids);
  return ids;
}
