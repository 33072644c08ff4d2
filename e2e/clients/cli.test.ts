import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionOf } from '../support/actors.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { type Ended, followed, type Ssh } from '../support/ssh.ts';
import { until } from '../support/until.ts';

// The command line of people against the whole product: logging in by a browser, what they may open, `ssh` of this machine, keys, administering.

const NAME = 'cli-target';
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** As it is called where an installation is, and on a desk without one. */
const WHOLE = at('../../apps/server/src/postern.ts');
const ALONE = at('../../apps/cli/src/main.ts');

let scene: NativeScene;
let dir: string;

/** A command as it is typed. */
function postern(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string, entry = ALONE): Ssh {
  const { POSTERN_SERVER: _server, ...rest } = process.env;
  return followed(spawn(process.execPath, [entry, ...args], { env: { ...rest, XDG_CONFIG_HOME: dir, LANG: 'C', ...env } }), input);
}
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input = ''): Promise<Ended> =>
  postern(args, env, input).ended;
const json = async <T>(args: readonly string[], env = {}): Promise<T> => {
  const { code, stdout, stderr } = await run([...args, '--json'], env);
  expect([code, stderr.replace(/The secret is shown this once\.\n/, '')]).toEqual([0, '']);
  return JSON.parse(stdout.text) as T;
};

beforeAll(async () => {
  scene = await setNativeScene(NAME);
  dir = await mkdtemp(join(tmpdir(), 'postern-e2e-cli-'));
  const admin = clientOf(scene.api);
  const [endpoint] = await admin.endpoints.list();
  await admin.endpoints.partialUpdate(endpoint?.id ?? '', { ssh_port: scene.postern.sshPort });
  const mia = await createUser(scene.api, { name: 'Mia Brandt', username: 'mia' });
  await confirmTerms(scene.postern.origin, 'mia', TEST_PASSWORD);
  await createPermission(scene.api, { users: [mia.id], assets: [scene.host.id], accounts: ['@ALL'] });
});
afterAll(async () => {
  await scene?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Logs somebody in: the command waits, and they confirm it in a browser. */
async function logIn(username: string): Promise<Ended> {
  const waiting = postern(['login', '--server', scene.postern.origin]);
  let shown = '';
  waiting.child.stderr?.on('data', (bytes: Buffer) => {
    shown += bytes.toString();
  });
  const code = await until('the code of the program', 30_000, async () => /code {2}([A-Z]{4}-[A-Z]{4})/.exec(shown)?.[1]);
  const browser = await sessionOf(scene.postern.origin, username, TEST_PASSWORD);
  const client = clientOf(browser);
  expect((await browser.post(`authentication/device-logins/${code}/approve/`)).status).toBe(412);
  await client.confirm.prove({ confirm_type: 'password', secret_key: TEST_PASSWORD });
  await client.deviceLogins.approve(String(code));
  return waiting.ended;
}

describe('postern', () => {
  test('without a login says what to do, and opens nothing', async () => {
    const { code, stderr, stdout } = await postern(['list'], {}, '', WHOLE).ended;
    expect([code, stdout.text, stderr]).toEqual([77, '', 'You are not logged in: postern login --server https://…\n']);
  });

  test('logs in by the browser, keeps the token for its owner alone, and prints it nowhere', async () => {
    const { code, stderr, stdout } = await logIn('mia');
    expect([code, stdout.text]).toEqual([0, '']);
    const file = join(dir, 'postern', 'login.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { token } = JSON.parse(await readFile(file, 'utf8')) as { token: string };
    expect(token).toHaveLength(36);
    expect(stderr).not.toContain(token);
    expect(await json(['whoami'])).toMatchObject({ username: 'mia', server: scene.postern.origin, by: 'login' });
  });

  test('lists what its person may open, and finds it', async () => {
    expect((await json<Json[]>(['list', 'cli-']))[0]).toMatchObject({ name: NAME });
    expect(await json(['list', 'nothing-of-that-name'])).toEqual([]);
    expect((await run(['list'])).stdout.text).toMatch(/^NAME +ADDRESS .*\ncli-target /);
  });

  test('opens it by the ssh of this machine, and ends as that does; no secret stands among its arguments', async () => {
    const told = await run(['ssh', `${scene.sshd.user}@${NAME}`, '--', 'echo in-$((40 + 2)); exit 7']);
    expect([told.code, told.stdout.text.trim()]).toEqual([7, 'in-42']);
    // The account that one has need not be named; what is typed arrives.
    const piped = await run(['ssh', NAME, '--', 'cat'], {}, 'through\n');
    expect([piped.code, piped.stdout.text]).toEqual([0, 'through\n']);
    const open = postern(['ssh', NAME, '--', 'echo ready; cat']);
    await until('the session', 30_000, async () => open.seen().includes('ready') || undefined);
    const { stdout: running } = await followed(spawn('ps', ['-eo', 'pid,args']), '').ended;
    const pid = /^ *(\d+) ssh .*JMS-/m.exec(running.text)?.[1] ?? '';
    const answer = /POSTERN_SSH_ANSWER=([^\0]+)/.exec(await readFile(`/proc/${pid}/environ`, 'utf8'))?.[1] ?? '';
    expect(answer.length).toBeGreaterThanOrEqual(16);
    expect(running.text).not.toContain(answer);
    open.child.stdin?.end();
    expect((await open.ended).code).toBe(0);
    const none = await run(['ssh', 'nobody@nowhere-at-all']);
    expect([none.code, none.stderr]).toEqual([1, 'You have no asset nowhere-at-all.\n']);
  });

  test('makes keys, works by them, and ends them', async () => {
    const key = await json<{ id: string; secret: string }>(['token', 'create', '--until', '2099-01-31', '--read-only']);
    const env = {
      POSTERN_SERVER: scene.postern.origin,
      POSTERN_KEY_ID: key.id,
      POSTERN_KEY_SECRET: key.secret,
      XDG_CONFIG_HOME: '/nonexistent',
    };
    expect(await json(['whoami'], env)).toMatchObject({ username: 'mia', by: 'key' });
    expect(await json<Json[]>(['list'], env)).toHaveLength(1);
    expect((await run(['token', 'create'], env)).code).toBe(77);
    expect((await json<{ access_keys: Json[] }>(['token', 'list'])).access_keys.map(({ id }) => id)).toEqual([key.id]);
    expect((await run(['token', 'end', key.id])).code).toBe(0);
    expect((await run(['whoami'], env)).code).toBe(77);
  });

  test('administers for who may, and for nobody else', async () => {
    const refused = await run(['admin', 'users', 'create', 'name=Otto', 'username=otto', 'email=otto@example.com']);
    expect([refused.code, refused.stdout.text]).toEqual([77, '']);
    expect((await run(['logout'])).code).toBe(0);
    await createUser(scene.api, { name: 'Wei', username: 'wei', org_roles: [ROLE.ORG_ADMIN] });
    await confirmTerms(scene.postern.origin, 'wei', TEST_PASSWORD);
    expect((await logIn('wei')).code).toBe(0);
    const made = await json<Json>([
      'admin',
      'users',
      'create',
      'name=Otto',
      'username=otto',
      'email=otto@example.com',
      'need_update_password:=false',
    ]);
    expect(made).toMatchObject({ username: 'otto', is_active: true });
    expect((await run(['admin', 'users', 'disable', 'otto'])).code).toBe(0);
    expect(await json(['admin', 'users', 'show', 'otto'])).toMatchObject({ id: made.id, is_active: false });
    const twice = await run(['admin', 'users', 'create', 'name=Otto', 'username=otto', 'email=otto@example.com']);
    expect(twice.code).toBe(1);
    expect(twice.stderr).toMatch(/^username: /m);
    const [{ platform }] = (await json<Json[]>(['admin', 'assets', 'list', NAME])) as [Json];
    const asset = await json<Json>(['admin', 'assets', 'create', 'name=cli-made', 'address=192.0.2.7', `platform:=${platform.id}`]);
    const permission = await json<Json>(['admin', 'permissions', 'create', 'name=CLI', `users:=["${made.id}"]`, `assets:=["${asset.id}"]`]);
    expect(await json(['admin', 'permissions', 'show', permission.id])).toMatchObject({ assets: [{ id: asset.id }] });
  });

  test('logs out here and on the server', async () => {
    const { token } = JSON.parse(await readFile(join(dir, 'postern', 'login.json'), 'utf8')) as { token: string };
    const asked = (): Promise<number> =>
      fetch(`${scene.postern.origin}/api/v1/users/profile/`, { headers: { authorization: `Bearer ${token}` } }).then(
        ({ status }) => status,
      );
    expect(await asked()).toBe(200);
    expect((await run(['logout'])).code).toBe(0);
    expect(await asked()).toBe(401);
    expect((await run(['whoami'])).code).toBe(77);
  });
});
