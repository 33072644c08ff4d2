import { inspect } from 'node:util';
import { ORG, ROLE } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import type { Log, ResolvedResource } from '@postern/resource';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { sql } from 'kysely';
import { startTask } from '../../src/features/tasks/index.ts';
import { messagingOf } from '../../src/messaging.ts';
import { exchanged, TYPED_IN } from '../exchanged.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../harness.ts';
import { type Component, registerComponent } from './actors.ts';
import { appletPackage } from './applet-package.ts';
import { sample } from './samples.ts';
import { startSearchEngine } from './search-engine.ts';

/** One server with two organisations, and rows of every resource in each of them, made when they are asked for. */
export interface World {
  server: TestServer;
  /** System administrator; name the organisation with `inOrg`. */
  admin: Api;
  /** The same in a browser that has just confirmed who sits there, for what shows secrets. */
  confirmed: Api;
  here: string;
  there: string;
  component: Component;
  /** Address of what stands in for a search engine. */
  engine: string;
  /** A row of the resource in the organisation, always the same one. */
  row(resource: string, org: string): Promise<string>;
  /** A new row, to be changed or thrown away. */
  make(resource: string, org: string): Promise<string>;
  /** Body with which a new row could be made, or undefined when rows come about in another way. */
  body(resource: string, org: string): Promise<Json>;
  /** Everything the server has logged, at every level. */
  logged: string[];
  close(): Promise<void>;
}

const recorder = (lines: string[]): Log => {
  const write = (details: object, message: string): void => void lines.push(`${message} ${inspect(details, { depth: 12 })}`);
  return { debug: write, info: write, warn: write, error: write };
};

const CATEGORY: Readonly<Record<string, string>> = {
  host: 'host',
  device: 'device',
  database: 'database',
  web: 'web',
  cloud: 'cloud',
  gpt: 'gpt',
  custom: 'custom',
};

type Recipe = (world: World, org: string) => Promise<Json>;

const platformOf = async (world: World, category: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select id from platforms where category = ${category} order by id limit 1`.execute(
    world.server.db,
  );
  if (rows[0]) return rows[0].id;
  // Types of custom platforms exist by being used. Their assets keep what the platform asks for: here the key that samples have.
  const fields = JSON.stringify([{ name: 'key', label: 'Key', type: 'str', default: '', help_text: '', choices: [] }]);
  const made = await sql<{ id: number }>`
    insert into platforms (name, category, type, charset, protocols, automation, custom_fields, comment, internal, domain_enabled, su_enabled)
    select ${uniqueName('platform')}, ${category}, ${category}, charset, protocols, automation, ${fields}::jsonb, '', false, domain_enabled, su_enabled
    from platforms where id = 1 returning id`.execute(world.server.db);
  return Number(made.rows[0]?.id);
};

/** What the fields alone do not say: values that must fit each other. Everything else is made from the definition. */
const EXTRA: Readonly<Record<string, Recipe>> = {
  user: async () => ({
    source: 'local',
    password_strategy: 'custom',
    password: TEST_PASSWORD,
    system_roles: [ROLE.USER],
    org_roles: [ROLE.ORG_USER],
  }),
  platform: async () => ({ category: 'host', type: 'linux', protocols: [{ name: 'ssh', port: 22 }] }),
  node: async () => ({ value: uniqueName('node') }),
  account: async () => ({ name: uniqueName('account'), secret_type: 'password', secret: 'open sesame 2' }),
  rolebinding: async (world, org) => ({ user: await world.make('user', org), role: ROLE.ORG_AUDITOR }),
  orgrolebinding: async (world, org) => ({ user: await world.make('user', org), role: ROLE.ORG_AUDITOR }),
  systemrolebinding: async (world, org) => ({ user: await world.make('user', org), role: ROLE.SYSTEM_AUDITOR }),
  favoriteasset: async (world, org) => ({ asset: await world.make('host', org) }),
  ...Object.fromEntries(
    ['loginacl', 'loginassetacl'].map((name): [string, Recipe] => [
      name,
      async () => ({ rules: { ip_group: ['192.0.2.0/24'], time_period: [] } }),
    ]),
  ),
  ...Object.fromEntries(
    ['changesecretautomation', 'pushaccountautomation', 'gatheraccountsautomation'].map((name): [string, Recipe] => [
      name,
      async () => ({ accounts: ['root'], is_periodic: false, secret_strategy: 'random' }),
    ]),
  ),
  // A run is started by naming what shall run.
  ...Object.fromEntries(
    Object.entries({
      changesecretexecution: 'changesecretautomation',
      pushaccountexecution: 'pushaccountautomation',
      gatheraccountsexecution: 'gatheraccountsautomation',
    }).map(([run, automation]): [string, Recipe] => [run, async (world, org) => ({ automation: await world.row(automation, org) })]),
  ),
  accountbackupexecution: async (world, org) => ({ plan: await world.row('accountbackupautomation', org) }),
  cloudaccount: async () => ({
    provider: 'lan',
    attrs: { ip_group: ['10.1.2.0/30'], test_port: 22, test_timeout: 1, platform: 1, hostname_prefix: 'lan' },
  }),
  syncinstancetask: async () => ({ is_periodic: false, protocols: 'ssh/22', ip_network_segment_group: ['10.0.0.0/8'], regions: ['lan'] }),
  accountbackupautomation: async () => ({ is_periodic: false }),
  replaystorage: async () => ({
    type: 's3',
    meta: {
      BUCKET: 'recordings',
      ACCESS_KEY: 'AKIDEXAMPLE',
      SECRET_KEY: 'Canary-replaystorage-secret_key-7f3a!',
      ENDPOINT: 'https://192.0.2.9:9000',
    },
  }),
  commandstorage: async ({ engine }) => ({
    type: 'es',
    meta: { HOSTS: [engine.replace('//', '//writer:Canary-commandstorage-secrets-7f3a!@')], INDEX: uniqueName('log') },
  }),
  admissionrule: async () => ({
    values: ['canary'],
    match: 'exact',
    organization: ORG.DEFAULT,
    org_roles: [],
    groups: [],
    system_role: null,
  }),
  auditreceiver: async () => ({
    type: 'https',
    address: `https://192.0.2.8/${uniqueName('audit')}`,
    token: 'Canary-auditreceiver-token-7f3a!',
  }),
  gatheredaccount: async () => ({ username: uniqueName('found').slice(0, 32) }),
  applethost: async () => ({ address: '192.0.2.40' }),
  // Each application is on a host once.
  appletpublication: async (world, org) => ({ applet: { pk: await world.make('applet', org) } }),
  sshkey: async () => ({ public_key: newSshKey('ed25519').public }),
  savedview: async () => ({ config: { columns: ['name'] } }),
  gateway: async () => ({ platform: 1, protocols: [{ name: 'ssh', port: 22 }] }),
  session: async (world, org) => ({
    user: 'Somebody(somebody)',
    user_id: await world.row('user', org),
    asset_id: await world.row('host', org),
    account_id: TYPED_IN,
    account: 'root',
    protocol: 'ssh',
    org_id: org,
  }),
  ...Object.fromEntries(
    Object.entries(CATEGORY).map(([name, category]): [string, Recipe] => [
      name,
      async (world) => ({ platform: await platformOf(world, category), address: '192.0.2.7' }),
    ]),
  ),
};

/** A run of an automation as it is written down when it starts; no worker takes it up here. */
const runOf =
  (type: string, automation: string) =>
  async (world: World, org: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      insert into automation_executions (id, org_id, type, automation_id)
      values (gen_random_uuid(), ${org}, ${type}, ${await world.row(automation, org)}) returning id`.execute(world.server.db);
    return String(rows[0]?.id);
  };

/** A run of cloud sync, and an instance, as a run writes them down. */
const syncRun = async (world: World, org: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into sync_instance_task_executions (id, org_id, task_id, date_start)
    values (gen_random_uuid(), ${org}, ${await world.row('syncinstancetask', org)}, now()) returning id`.execute(world.server.db);
  return String(rows[0]?.id);
};
const syncInstance = async (world: World, org: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into sync_instance_details (id, org_id, task_id, account_id, instance_id, asset_ip)
    select gen_random_uuid(), org_id, id, account_id, ${uniqueName('i')}, '10.1.2.3' from sync_instance_tasks
    where id = ${await world.row('syncinstancetask', org)} returning id`.execute(world.server.db);
  return String(rows[0]?.id);
};

/** What a run wrote down about one account. */
const recordOf =
  (type: string) =>
  async (world: World, org: string): Promise<string> => {
    const account = await world.make('account', org);
    const { rows } = await sql<{ id: string }>`
      insert into change_secret_records (id, org_id, type, execution_id, asset_id, account_id, secret_type, new_secret)
      select gen_random_uuid(), org_id, ${type}, gen_random_uuid(), asset_id, id, secret_type, secret from accounts where id = ${account}
      returning id`.execute(world.server.db);
    return String(rows[0]?.id);
  };

/** Asks again while the server has its hands full, mostly while passwords of others are being hashed: everybody here comes from one address, which gets its turn and no more. */
async function patiently<T extends { status: number; body: Json }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503 || answer.body.code !== 'busy') return answer;
  }
}

const created = (what: string, answer: { status: number; body: Json }): Json => {
  if (answer.status !== 201) throw new Error(`No ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

const REVIEW = { action: 'review', rules: { ip_group: ['*'], time_period: [] } };

/** Somebody new who may be asked, and the administrator, who takes part in the tickets that are looked at. */
async function reviewed(world: World, org: string): Promise<{ user: { id: string; username: string }; me: string }> {
  const admin = world.admin.inOrg(org);
  const id = await world.make('user', org);
  const { username } = (await admin.get(`users/users/${id}/`)).body;
  const me = (await admin.get('users/profile/')).body.id;
  await admin.post('users/users/invite/', { users: [me], org_roles: [ROLE.ORG_USER] });
  return { user: { id, username }, me };
}

/** A session that the component reports after it was let onto the machine. */
async function reported(world: World, org: string, body: Json): Promise<Json> {
  await exchanged(world.server, world.component.terminalId, { user_id: body.user_id, asset_id: body.asset_id });
  return created('session', await world.component.api.inOrg(org).post('terminal/sessions/', body));
}

/** Resources whose rows do not come about by a POST to their list by an administrator. */
const OTHERWISE: Readonly<Record<string, (world: World, org: string) => Promise<string>>> = {
  asset: (world, org) => world.make('host', org),
  accountbackupexecution: async (world, org) => {
    const { rows } = await sql<{ id: string }>`
      insert into account_backup_executions (id, org_id, plan_id)
      values (gen_random_uuid(), ${org}, ${await world.row('accountbackupautomation', org)}) returning id`.execute(world.server.db);
    return String(rows[0]?.id);
  },
  changesecretexecution: runOf('change_secret', 'changesecretautomation'),
  pushaccountexecution: runOf('push_account', 'pushaccountautomation'),
  gatheraccountsexecution: runOf('gather_accounts', 'gatheraccountsautomation'),
  syncinstancetaskexecution: syncRun,
  syncinstancedetail: syncInstance,
  changesecretrecord: recordOf('change_secret'),
  pushaccountrecord: recordOf('push_account'),
  async applet({ admin }) {
    const bytes = new Uint8Array(appletPackage(uniqueName('applet')));
    // Packages are read few at a time.
    const answer = await patiently(() => {
      const form = new FormData();
      form.set('file', new Blob([bytes]), 'applet.zip');
      return admin.post('terminal/applets/upload/', form);
    });
    return String(created('applet', answer).id);
  },
  terminal: async ({ server }) => (await registerComponent(server)).terminalId,
  async accesskey({ admin, server }) {
    created('access key', await admin.post('authentication/access-keys/', {}));
    const { rows } = await sql<{ id: string }>`
      select k.id from access_keys k join users u on u.id = k.user_id where u.username = 'admin' order by k.date_created desc limit 1`.execute(
      server.db,
    );
    return String(rows[0]?.id);
  },
  async session(world, org) {
    return (await reported(world, org, await world.body('session', org))).id;
  },
  async command(world, org) {
    const session = await world.make('session', org);
    created(
      'command',
      await world.component.api.inOrg(org).post('terminal/commands/', [
        {
          session,
          user: 'Somebody',
          asset: 'a',
          account: 'root',
          input: uniqueName('ls'),
          output: '',
          timestamp: 1_700_000_000,
          org_id: org,
        },
      ]),
    );
    const { rows } = await sql<{ id: string }>`select id from commands where session = ${session}`.execute(world.server.db);
    return String(rows[0]?.id);
  },
  async screentext(world, org) {
    const { rows } = await sql<{ id: string }>`
      insert into screen_texts (id, org_id, session_id, at, text, moment)
      values (gen_random_uuid(), ${org}, ${await world.row('session', org)}, 7, ${uniqueName('shown')}, now()) returning id`.execute(
      world.server.db,
    );
    return String(rows[0]?.id);
  },
  async ftplog(world, org) {
    const session = await world.make('session', org);
    const body = { session, user: 'u', asset: 'a', account: 'c', operate: 'upload', filename: uniqueName('file') };
    return String(created('file transfer', await world.component.api.inOrg(org).post('audits/ftp-logs/', body)).id);
  },
  async sessionsharing(world, org) {
    const me = (await world.admin.get('users/profile/')).body.id;
    const { id } = await reported(world, org, { ...(await world.body('session', org)), user_id: me });
    const body = { session: id, expired_time: 10, users: [] };
    return String(created('session share', await world.component.api.inOrg(org).post('terminal/session-sharings/', body)).id);
  },
  async sessionjoinrecord(world, org) {
    const sharing = await world.make('sessionsharing', org);
    const { verify_code } = (await world.component.api.get(`terminal/session-sharings/${sharing}/`)).body;
    const body = { sharing, joiner: await world.row('user', org), verify_code, remote_addr: '192.0.2.1' };
    return String(created('join record', await world.component.api.post('terminal/session-join-records/', body)).id);
  },
  async task(world, org) {
    const session = await world.make('session', org);
    const answer = await world.admin.inOrg(org).post('terminal/tasks/kill-session/', [session]);
    if (answer.status !== 200) throw new Error(`No task: ${answer.status}`);
    const { rows } = await sql<{ id: string }>`select id from terminal_tasks where args = ${session}`.execute(world.server.db);
    return String(rows[0]?.id);
  },
  async connectiontoken(world, org) {
    const admin = world.admin.inOrg(org);
    const asset = await world.make('host', org);
    created(
      'account',
      await admin.post('accounts/accounts/', { ...(await world.body('account', org)), asset, name: 'keeper', username: 'keeper' }),
    );
    const me = (await admin.get('users/profile/')).body.id;
    // Only members of an organisation can be named in its permissions.
    await admin.post('users/users/invite/', { users: [me], org_roles: [ROLE.ORG_USER] });
    created(
      'permission',
      await admin.post('perms/asset-permissions/', {
        name: uniqueName('token'),
        users: [me],
        assets: [asset],
        accounts: ['@ALL'],
        actions: ['all'],
      }),
    );
    const body = { asset, account: 'keeper', protocol: 'ssh', connect_method: 'web_cli' };
    return created('connection token', await admin.post('authentication/connection-token/', body)).id;
  },
  ticket: (world, org) => world.make('applyloginassetticket', org),
  async applyloginticket(world, org) {
    const { user, me } = await reviewed(world, org);
    created(
      'login rule',
      await world.admin
        .inOrg(org)
        .post('acls/login-acls/', { ...REVIEW, name: uniqueName('door'), users: { type: 'ids', ids: [user.id] }, reviewers: [me] }),
    );
    const answer = await world.server.anyone.post('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    return String(answer.body.data?.ticket_id);
  },
  async applyloginassetticket(world, org) {
    const admin = world.admin.inOrg(org);
    const { user, me } = await reviewed(world, org);
    const asset = await world.make('host', org);
    created(
      'account',
      await admin.post('accounts/accounts/', { ...(await world.body('account', org)), asset, name: 'keeper', username: 'keeper' }),
    );
    const permission = { name: uniqueName('reviewed'), users: [user.id], assets: [asset], accounts: ['@ALL'], actions: ['all'] };
    created('permission', await admin.post('perms/asset-permissions/', permission));
    const assets = { type: 'ids', ids: [asset] };
    created(
      'asset rule',
      await admin.post('acls/login-asset-acls/', {
        ...REVIEW,
        name: uniqueName('guarded'),
        users: { type: 'all' },
        assets,
        accounts: ['@ALL'],
        reviewers: [me],
      }),
    );
    const body = { asset, account: 'keeper', protocol: 'ssh', connect_method: 'web_cli' };
    const asker = (await world.server.as(user.username)).inOrg(org);
    return String(created('reviewed token', await asker.post('authentication/connection-token/?create_ticket=1', body)).from_ticket.id);
  },
  async applycommandticket(world, org) {
    const admin = world.admin.inOrg(org);
    const { user, me } = await reviewed(world, org);
    const rule = created(
      'command filter',
      await admin.post('acls/command-filter-acls/', {
        ...(await world.body('commandfilteracl', org)),
        name: uniqueName('filter'),
        action: 'review',
        reviewers: [me],
      }),
    );
    // Somebody new each time: nobody may ask without end.
    const session = (await reported(world, org, { ...(await world.body('session', org)), user_id: user.id })).id;
    const answer = await world.component.api.post('acls/command-filter-acls/command-review/', {
      session_id: session,
      cmd_filter_acl_id: rule.id,
      run_command: 'reboot',
    });
    return String(answer.body.check_ticket_api?.url.split('/')[5]);
  },
  async sitemessage({ server }) {
    const me = (await (await server.as('admin')).get('users/profile/')).body.id;
    const words = text('A message', '一条消息', 'メッセージ');
    await server.platform.asSystem('matrix', (ctx) =>
      messagingOf(server.platform).messenger.send(ctx, [String(me)], { subject: words, message: words }),
    );
    const { rows } = await sql<{ id: string }>`
      select id from site_message_copies where user_id = ${me} order by date_created desc limit 1`.execute(server.db);
    return String(rows[0]?.id);
  },
  async celerytask({ server }) {
    const { rows } = await sql<{ id: string }>`select id from background_tasks order by name limit 1`.execute(server.db);
    return String(rows[0]?.id);
  },
  celerytaskexecution: ({ server }, org) =>
    server.platform.asSystem('matrix', (ctx) =>
      startTask({ ...ctx, org: { id: org, name: '', isRoot: false, isDefault: false } }, server.platform.jobs, 'task-retention'),
    ),
  async operatelog(world, org) {
    await world.make('usergroup', org);
    const { rows } = await sql<{ id: string }>`select id from operate_logs where org_id = ${org} order by seq desc limit 1`.execute(
      world.server.db,
    );
    return String(rows[0]?.id);
  },
  async passwordchangelog(world, org) {
    const user = await world.make('user', org);
    await world.admin.inOrg(org).patch(`users/users/${user}/password/`, { password: 'Another-Gate-9911!' });
    const { rows } = await sql<{ id: string }>`
      select id from operate_logs where action = 'change_password' and resource_id = ${user} order by seq desc limit 1`.execute(
      world.server.db,
    );
    return String(rows[0]?.id);
  },
  async userloginlog(world, org) {
    const user = await world.admin.inOrg(org).get(`users/users/${await world.make('user', org)}/`);
    await world.server.anyone.post('authentication/auth/', { username: user.body.username, password: TEST_PASSWORD });
    const { rows } = await sql<{ id: string }>`select id from login_logs where username = ${user.body.username}`.execute(world.server.db);
    return String(rows[0]?.id);
  },
};

async function bodyOf(world: World, resource: ResolvedResource, org: string): Promise<Json> {
  const body: Json = {};
  for (const field of resource.fields) {
    if (!field.writable || field.options.required !== true) continue;
    const { target } = field;
    if (target && field.kind.name !== 'matcher')
      body[field.name] = { pk: target.name === 'platform' ? 1 : await world.row(target.name, org) };
    else body[field.name] = sample(field);
  }
  return { ...body, ...(await EXTRA[resource.name]?.(world, org)) };
}

export async function createWorld(): Promise<World> {
  const logged: string[] = [];
  const engine = await startSearchEngine();
  const server = await startTestServer({ log: recorder(logged), settings: { outboundAllow: ['127.0.0.1'] } });
  // What is off is not there, whoever asks.
  await server.platform.asSystem('suites', (ctx) => server.platform.systemSettings.set(ctx, { SCIM_ENABLED: true }));
  const admin = await server.as('admin');
  const [here, there] = [await createOrganisation(admin), await createOrganisation(admin)];
  const confirmed = await server.browser('admin');
  const proof = await confirmed.post('authentication/confirm/', { confirm_type: 'password', secret_key: ADMIN_PASSWORD });
  if (proof.status !== 200) throw new Error(`Not confirmed: ${proof.status}`);
  const on = await admin.patch('settings/setting/?category=auth', { AUTH_TEMP_TOKEN: true });
  if (on.status !== 200) throw new Error(`No temporary passwords: ${on.status}`);
  const rows = new Map<string, Promise<string>>();
  const { kernel } = server.assembly;
  const world: World = {
    server,
    admin,
    confirmed,
    here: here.id,
    there: there.id,
    logged,
    engine: engine.url,
    component: await registerComponent(server),
    row(resource, org) {
      const key = `${resource} ${org}`;
      let found = rows.get(key);
      if (!found) {
        found = world.make(resource, org);
        rows.set(key, found);
      }
      return found;
    },
    async make(name, org) {
      const resource = kernel.byName(name);
      const id = OTHERWISE[name]
        ? await OTHERWISE[name](world, org)
        : String(created(name, await patiently(async () => admin.inOrg(org).post(resource.url, await world.body(name, org)))).id);
      if (!(resource.idType === 'integer' ? /^\d+$/ : /^[0-9a-f-]{36}$/).test(id)) throw new Error(`${name} has no id but ${id}`);
      return id;
    },
    body: (name, org) => bodyOf(world, kernel.byName(name), org),
    async close() {
      await server.close();
      engine.close();
    },
  };
  return world;
}
