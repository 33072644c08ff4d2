import { inspect } from 'node:util';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Log, ResolvedResource } from '@postern/resource';
import type { Json } from '@postern/testkit/api';
import { createOrganisation, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { sql } from 'kysely';
import { TYPED_IN } from '../exchanged.ts';
import { ADMIN_PASSWORD, startTestServer } from '../harness.ts';
import { registerComponent } from './actors.ts';
import { created, patiently } from './asking.ts';
import { OTHERWISE } from './rows.ts';
import { sample } from './samples.ts';
import { startSearchEngine } from './search-engine.ts';
import type { World } from './world-shape.ts';

export type { World };

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
  serviceaccount: async (world, org) => ({
    name: uniqueName('program'),
    org_roles: [ROLE.ORG_USER],
    sponsor: await world.row('user', org),
    date_expired: null,
  }),
  listfile: async () => ({ list: 'assets/hosts/', format: 'csv', query: {} }),
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
  applethostdeployment: async (world, org) => ({ host: await world.row('applethost', org) }),
  cloudaccount: async () => ({
    provider: 'lan',
    attrs: { ip_group: ['10.1.2.0/30'], test_port: 22, test_timeout: 1, platform: 1, hostname_prefix: 'lan' },
  }),
  syncinstancetask: async () => ({ is_periodic: false, protocols: 'ssh/22', ip_network_segment_group: ['10.0.0.0/8'], regions: ['lan'] }),
  accountbackupautomation: async () => ({ is_periodic: false }),
  job: async (world, org) => ({ name: uniqueName('job'), args: 'uptime', assets: [await world.row('host', org)], is_periodic: false }),
  accessreview: async (world, org) => {
    const user = await world.row('user', org);
    const body = { name: uniqueName('permission'), users: [user] };
    const permission = created('permission', await world.admin.inOrg(org).post('perms/asset-permissions/', body));
    return {
      name: uniqueName('review'),
      reviewers: [user],
      permissions: [permission.id],
      date_due: new Date(Date.now() + 86_400_000).toISOString(),
    };
  },
  jobexecution: async (world, org) => ({ job: await world.row('job', org) }),
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
  savedview: async () => ({ config: { columns: ['name'] }, table_name: 'user_users/users/' }),
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
