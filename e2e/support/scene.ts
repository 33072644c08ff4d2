import { addressOf } from '@postern/client/api';
import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import {
  createAccount,
  createGroup,
  createHost,
  createNode,
  createPermission,
  createUser,
  TEST_PASSWORD,
} from '@postern/testkit/factories';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { apiOf } from './actors.ts';
import { uploadApplet } from './applet.ts';
import { type Browser, startBrowser } from './browser.ts';
import { ADMIN_PASSWORD, type Postern, type PosternOptions, startPostern } from './postern.ts';
import { type SshClient, sshClient, tokenFor } from './ssh.ts';
import { letOnto } from './target.ts';
import { until } from './until.ts';

/** An installation with something on every screen: people, machines, permissions, sessions that were. */
export interface Scene {
  /** Ids for addresses of details, by noun. */
  ids: Readonly<
    Record<
      | 'user'
      | 'group'
      | 'host'
      | 'account'
      | 'permission'
      | 'session'
      | 'loginLog'
      | 'operateLog'
      | 'applet'
      | 'appletHost'
      | 'flow'
      | 'request'
      | 'playbook',
      string
    >
  >;
  /** Words of the data that look like words of the interface. */
  words: readonly string[];
}

const TOWNS = ['Berlin', 'Kyoto', 'Shenzhen', 'Porto'];

async function setScene(postern: Postern, admin: Api, sshd: Sshd): Promise<Scene> {
  const group = await createGroup(admin, { name: 'Harbour' });
  const mia = await createUser(admin, { username: 'mia', name: 'Mia Brandt', groups: [group.id] });
  await createUser(admin, { username: 'audra', name: 'Audra Petit', system_roles: [ROLE.SYSTEM_AUDITOR] });
  for (const username of ['otto', 'kenji', 'wei', 'ines']) await createUser(admin, { username, name: username, groups: [group.id] });
  for (const username of ['mia', 'audra']) await confirmTerms(postern.origin, username, TEST_PASSWORD);

  const hosts: Json[] = [];
  for (const town of TOWNS) {
    const node = await createNode(admin, { value: town });
    for (let n = 1; n <= 5; n += 1) {
      const name = `${town.toLowerCase()}-web-${n}`;
      hosts.push(await createHost(admin, { name, nodes: [node.id], protocols: [{ name: 'ssh', port: sshd.port }] }));
    }
  }
  const [host] = hosts as [Json];
  const account = await createAccount(admin, host.id, {
    name: sshd.user,
    username: sshd.user,
    secret_type: 'ssh_key',
    secret: sshd.privateKey,
  });
  const permission = await createPermission(admin, {
    name: 'Harbour on everything',
    user_groups: [group.id],
    assets: hosts.map((one) => one.id),
  });

  const applet = await uploadApplet(admin, 'dbeaver');
  const { body: desk } = await admin.post<Json>(addressOf('appletHosts'), { name: 'desk-1', address: '192.0.2.40' });

  const api = await apiOf(postern.origin, 'mia', TEST_PASSWORD);
  const [flow] = (await admin.get<Json[]>(addressOf('flows'))).body;
  const now = Date.now();
  const request = await api.post<Json>(addressOf('applyAssetTickets', 'open'), {
    title: 'Harbour at night',
    org_id: host.org_id,
    apply_assets: [host.id],
    apply_accounts: [sshd.user],
    apply_date_start: new Date(now).toISOString(),
    apply_date_expired: new Date(now + 86_400_000).toISOString(),
  });
  if (request.status !== 201) throw new Error(`No request: ${request.status} ${JSON.stringify(request.body)}`);
  const lights = await api.post<Json>(addressOf('playbooks'), { name: 'Harbour lights', is_shared: true });
  if (lights.status !== 201) throw new Error(`No playbook: ${lights.status} ${JSON.stringify(lights.body)}`);
  const client = await sshClient(postern.sshPort);
  try {
    for (const command of ['uptime', 'df -h /', 'ls /etc | head'])
      await client.run(await tokenFor(api, host.id, sshd.user), ['127.0.0.1', command], '').ended;
  } finally {
    await client.remove();
  }
  const logs = clientOf(admin);
  const first = { limit: 1, offset: 0 };
  return {
    ids: {
      user: mia.id,
      group: group.id,
      host: host.id,
      account: account.id,
      permission: permission.id,
      applet: applet.id,
      appletHost: desk.id,
      flow: String(flow?.id),
      request: request.body.id,
      playbook: lights.body.id,
      session: await until('a recorded session', 20_000, async () => {
        const [row] = (await logs.sessions.list({ limit: 1, is_finished: 1 })).results;
        return row?.can_replay ? row.id : undefined;
      }),
      loginLog: await until('a login in the log', 20_000, async () => (await logs.loginLogs.list(first)).results[0]?.id),
      operateLog: await until('an operation in the log', 20_000, async () => (await logs.operateLogs.list(first)).results[0]?.id),
    },
    words: [
      'Harbour on everything',
      'Harbour at night',
      'Harbour lights',
      'Harbour',
      ...TOWNS,
      'Mia Brandt',
      'Audra Petit',
      'example.com',
      '-web-',
      'Administrator',
      'DBeaver',
      'Looks into databases',
      'Opens the database of the asset with its account.',
    ],
  };
}

/** An installation, one machine, and the administrator let onto it; a native client at hand. */
export interface NativeScene {
  postern: Postern;
  sshd: Sshd;
  client: SshClient;
  /** The administrator. */
  api: Api;
  host: Json;
  /** A token for the machine's account. */
  token(): Promise<Json>;
  stop(): Promise<void>;
}

/** @param name what the machine is called */
export async function setNativeScene(name: string, options: PosternOptions = {}): Promise<NativeScene> {
  const sshd = await startSshd(['SetEnv HISTFILE=/dev/null']);
  const undo: (() => Promise<unknown>)[] = [() => sshd.stop()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const postern = await startPostern(options);
    undo.push(() => postern.stop());
    const client = await sshClient(postern.sshPort);
    undo.push(() => client.remove());
    const api = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
    const host = await letOnto(api, sshd, name);
    return { postern, sshd, client, api, host, token: () => tokenFor(api, host.id, sshd.user), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the page of a first login does, so that the walk begins behind it. */
export async function confirmTerms(origin: string, username: string, password: string): Promise<void> {
  const api = await apiOf(origin, username, password);
  await clientOf(api).profile.partialUpdate({ is_first_login: false });
}

/** The scene on an installation, a machine and a browser of its own. */
export interface SceneHere {
  postern: Postern;
  browser: Browser;
  scene: Scene;
  /** Everything goes, and everybody in it. */
  stop(): Promise<void>;
}

export async function startScene(): Promise<SceneHere> {
  const sshd = await startSshd(['SetEnv HISTFILE=/dev/null']);
  const [postern, browser] = await Promise.all([startPostern(), startBrowser()]);
  async function stop(): Promise<void> {
    await browser.close();
    await postern.stop();
    await sshd.stop();
  }
  try {
    const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
    await confirmTerms(postern.origin, 'admin', ADMIN_PASSWORD);
    return { postern, browser, scene: await setScene(postern, admin, sshd), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
