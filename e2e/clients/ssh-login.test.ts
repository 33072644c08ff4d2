import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sshByName, sshCommand, sshConfig } from '@postern/contract/ssh-config';
import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { RADIUS_SECRET, startFreeRadius } from '@postern/testkit/freeradius';
import { READER, SUFFIX, startSlapd } from '@postern/testkit/slapd';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiOf, sessionOf } from '../support/actors.ts';
import { createApp } from '../support/authenticator.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { type Ended, followed, type Ssh, type SshLogin } from '../support/ssh.ts';
import { until } from '../support/until.ts';

// People log in at the SSH door by their own names with OpenSSH's client, and name what they want to open (docs/wire/components.md#native-clients).

const NAME = 'door-target';

let scene: NativeScene;
let admin: ReturnType<typeof clientOf>;
let mia: Json;
let dir: string;

/** Somebody who may open the machine. */
async function person(given: Json, onto: readonly Json[] = [scene.host]): Promise<Json> {
  const user = await createUser(scene.api, given);
  await confirmTerms(scene.postern.origin, user.username, TEST_PASSWORD);
  await createPermission(scene.api, { users: [user.id], assets: onto.map(({ id }) => id), accounts: ['@ALL'] });
  return user;
}

beforeAll(async () => {
  // A RADIUS server of this machine is asked.
  scene = await setNativeScene(NAME, { env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } });
  admin = clientOf(scene.api);
  mia = await person({ name: 'Mia Brandt', username: 'mia@example.com', email: 'mia@example.com' });
  dir = await mkdtemp(join(tmpdir(), 'postern-e2e-door-'));
});
afterAll(async () => {
  await scene?.stop();
  await rm(dir, { recursive: true, force: true });
});

const mine = (asset: string): string => `mia@example.com@${scene.sshd.user}@${asset}`;
const run = (given: Partial<SshLogin>, command: string): Promise<Ended> =>
  scene.client.runAs({ name: mine(NAME), password: TEST_PASSWORD, ...given }, ['127.0.0.1', command], '').ended;
const printed = async (given: Partial<SshLogin>): Promise<unknown> => {
  const { code, stdout, stderr } = await run(given, ECHO);
  return { code, stdout: stdout.text.trim(), stderr };
};
const IN = { code: 0, stdout: 'in-42', stderr: '' };
const ECHO = 'echo in-$((40 + 2))';
const failures = { limit: 1, offset: 0, username: 'mia@example.com', status: false } as const;

/** The ticket of a kind that a client waits for. */
const ticketOf = (client: Ssh, kind: string): Promise<string> =>
  until('the ticket that the client waits for', 20_000, async () => {
    if (client.child.exitCode !== null) throw new Error(`It did not wait: ${(await client.ended).stderr}`);
    const { results } = await admin.tickets.list({ limit: 10, status: 'open' });
    return results.find(({ type }) => type.value === kind)?.id;
  });

/** A rule about somebody that the administrator reviews, from everywhere and at any time. */
const reviewOf = async ({ id }: Json, name: string) =>
  ({
    name,
    users: { type: 'ids', ids: [id] },
    rules: { ip_group: ['*'], time_period: [] },
    action: 'review',
    reviewers: [(await admin.profile.retrieve()).id],
  }) as const;

/** A key pair as its owner keeps it. */
function newKey(name: string): { path: string; line: string } {
  const path = join(dir, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', path]);
  return { path, line: readFileSync(`${path}.pub`, 'utf8').trim() };
}

describe('a person at the SSH door', () => {
  test('opens what they name by password and in a conversation, and the session is theirs', async () => {
    expect(await printed({ methods: 'password' })).toEqual(IN);
    expect(await printed({ methods: 'keyboard-interactive' })).toEqual(IN);
    const row = await until('the session in the list', 20_000, async () => {
      const { results } = await admin.sessions.list({ limit: 10, is_finished: 1 });
      return results.find(({ user }) => user.includes('mia@example.com'));
    });
    expect(row).toMatchObject({ asset: `${NAME}(127.0.0.1)`, protocol: 'ssh', remote_addr: '127.0.0.1', login_from: { value: 'ST' } });
  });

  test.each([
    ['the address', () => mine('127.0.0.1')],
    ['the id', () => mine(scene.host.id)],
    ['the protocol as well', () => `mia@example.com@ssh@${scene.sshd.user}@${NAME}`],
    ['plus signs', () => `mia@example.com+${scene.sshd.user}+${NAME}`],
  ])('by %s', async (_, name) => {
    expect(await printed({ name: name() })).toEqual(IN);
  });

  test('is told what there is where a name fits nothing, or nothing of theirs', async () => {
    const nothing = await run({ name: mine('nowhere') }, 'id');
    expect([nothing.code, nothing.stderr]).toEqual([255, expect.stringContaining('There is no asset "nowhere"')]);
    const account = await run({ name: `mia@example.com@nobody-here@${NAME}` }, 'id');
    expect([account.code, account.stderr]).toEqual([
      255,
      expect.stringMatching(new RegExp(`no account "nobody-here".*\n  .*${scene.sshd.user}`)),
    ]);
    const protocol = await run({ name: `mia@example.com@telnet@${scene.sshd.user}@${NAME}` }, 'id');
    expect([protocol.code, protocol.stderr]).toEqual([255, expect.stringContaining('does not speak telnet')]);
    const missing = await run({ name: 'mia@example.com' }, 'id');
    expect([missing.code, missing.stderr]).toEqual([255, expect.stringContaining('mia@example.com@account@asset')]);
    await person({ name: 'otto', username: 'otto' }, []);
    const stranger = await run({ name: `otto@${scene.sshd.user}@${NAME}` }, 'id');
    expect([stranger.code, stranger.stderr]).toEqual([255, expect.stringContaining(`There is no asset "${NAME}"`)]);
  });

  test('is told the choices where a name fits several', async () => {
    const twin = await createHost(scene.api, { name: `${NAME}-twin` });
    await createPermission(scene.api, { users: [mia.id], assets: [twin.id], accounts: ['@ALL'] });
    const both = await until('both are reachable by the address', 20_000, async () => {
      const ended = await run({ name: mine('127.0.0.1') }, 'id');
      return ended.code !== 0 && ended.stderr;
    });
    expect(both).toContain('Several assets are called "127.0.0.1"');
    for (const { id } of [scene.host, twin]) expect(both).toContain(id);
    await admin.hosts.destroy(twin.id);
  });

  test('with a key of their profile; others in the agent are neither asked for nor logged', async () => {
    const [own, foreign] = [newKey('own'), newKey('foreign')];
    await admin.users.partialUpdate(mia.id, { public_key: own.line });
    const before = (await admin.loginLogs.list(failures)).count;
    expect(await printed({ keys: [foreign.path, own.path], methods: 'publickey' })).toEqual(IN);
    expect((await admin.loginLogs.list(failures)).count).toBe(before);
    expect((await run({ keys: [foreign.path], methods: 'publickey' }, 'id')).stderr).toContain('Permission denied');
  });

  test('with any key of their profile, whose last use is told; one that is switched off opens nothing', async () => {
    const [first, second] = [newKey('first'), newKey('second')];
    await person({ name: 'nora', username: 'nora', public_key: first.line });
    const own = clientOf(await sessionOf(scene.postern.origin, 'nora', TEST_PASSWORD));
    await own.confirm.prove({ confirm_type: 'password', secret_key: TEST_PASSWORD });
    const { id } = await own.sshKey.create({ name: 'Second', public_key: second.line });
    const login = (key: { path: string }) => ({ name: `nora@${scene.sshd.user}@${NAME}`, keys: [key.path], methods: 'publickey' });
    expect(await printed(login(second))).toEqual(IN);
    const used = Object.fromEntries(
      (await own.sshKey.list({})).map((row) => [row.name, [row.last_used_from, row.date_last_used !== null]]),
    );
    expect(used).toEqual({ first: ['', false], Second: ['127.0.0.1', true] });
    await own.sshKey.partialUpdate(id, { is_active: false });
    expect((await run(login(second), 'id')).stderr).toContain('Permission denied');
    expect(await printed(login(first))).toEqual(IN);
  });

  test('by the configuration and the command of their profile page', async () => {
    const key = newKey('ove');
    await person({ name: 'ove', username: 'ove', public_key: key.line });
    const [standard] = (await admin.endpoints.list({ limit: 1, name: 'Default' })).results;
    await admin.endpoints.partialUpdate(String(standard?.id), { ssh_port: scene.postern.sshPort });
    // What the page makes it of.
    const own = clientOf(await sessionOf(scene.postern.origin, 'ove', TEST_PASSWORD));
    const { host, ssh_port: port } = await own.endpoints.smart({ protocol: 'ssh' });
    const entrance = { host, port, username: (await own.profile.retrieve()).username };
    const file = join(dir, 'config');
    const known = join(dir, 'known');
    const rest = ['StrictHostKeyChecking accept-new', `UserKnownHostsFile ${known}`, 'LogLevel ERROR', `IdentityFile ${key.path}`];
    await writeFile(file, `${sshConfig(entrance)}\n${['Host *', ...rest, 'IdentitiesOnly yes'].join('\n  ')}\n`);
    const types = async (line: string | undefined) => {
      const [program = '', ...args] = String(line).split(' ');
      const { code, stdout, stderr } = await followed(spawn(program, ['-F', file, ...args, ECHO]), '').ended;
      return { code, stdout: stdout.text.trim(), stderr };
    };
    expect(await types(sshByName(scene.sshd.user, NAME))).toEqual(IN);
    // The door and what is behind it show one host key, known under one name.
    expect(
      readFileSync(known, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['postern']);
    expect(await types(sshCommand(entrance, scene.sshd.user, NAME))).toEqual(IN);
  });

  test('gets nowhere with a wrong password, which is logged with their address, and nobody learns whether a name exists', async () => {
    const password = 'not-this-one';
    const wrong = await run({ password }, 'id');
    const unknown = await run({ name: `nobody@${scene.sshd.user}@${NAME}`, password }, 'id');
    const said = ({ stderr }: Ended) => stderr.replaceAll(/nobody|mia@example\.com/g, 'X');
    expect([wrong.code, said(wrong)]).toEqual([255, said(unknown)]);
    const [logged] = (await admin.loginLogs.list(failures)).results;
    expect(logged).toMatchObject({ ip: '127.0.0.1', type: { value: 'T' } });
  });

  test('shows the second factor in the conversation, after the password and after a key', async () => {
    const key = newKey('kenji');
    await person({ name: 'kenji', username: 'kenji', public_key: key.line });
    const own = clientOf(await sessionOf(scene.postern.origin, 'kenji', TEST_PASSWORD));
    await own.confirm.prove({ confirm_type: 'password', secret_key: TEST_PASSWORD });
    const { secret } = await own.profile.otpStart();
    const next = createApp(secret);
    await own.profile.otpBind({ code: await next() });
    const name = `kenji@${scene.sshd.user}@${NAME}`;
    const talk = { name, methods: 'keyboard-interactive' };
    const wrong = await run({ ...talk, code: '000000' }, 'id');
    expect([wrong.code, wrong.stderr]).toEqual([255, expect.stringContaining('Permission denied')]);
    expect(await printed({ ...talk, code: await next() })).toEqual(IN);
    const alone = await run({ name, keys: [key.path], methods: 'publickey' }, 'id');
    expect([alone.code, alone.stderr]).toEqual([255, expect.stringContaining('Permission denied (keyboard-interactive)')]);
    expect(await printed({ name, keys: [key.path], methods: 'publickey,keyboard-interactive', code: await next() })).toEqual(IN);
  });

  test('answers what a RADIUS server asks for besides the password', async () => {
    const radius = await startFreeRadius({ 'token-ines': { password: 'a-word-of-radius', code: '246810' } });
    onTestFinished(() => radius.stop());
    await admin.setting.patch(
      { AUTH_RADIUS: true, RADIUS_SERVER: '127.0.0.1', RADIUS_PORT: radius.port, RADIUS_SECRET, RADIUS_PROTOCOL: 'pap' },
      { query: { category: 'radius' } },
    );
    const ines = await createUser(scene.api, { name: 'Ines', username: 'token-ines', source: 'radius' });
    await createPermission(scene.api, { users: [ines.id], assets: [scene.host.id], accounts: ['@ALL'] });
    const name = `token-ines@${scene.sshd.user}@${NAME}`;
    const talk = { name, password: 'a-word-of-radius', methods: 'keyboard-interactive' };
    const wrong = await run({ ...talk, code: '000000' }, 'id');
    expect([wrong.code, wrong.stderr]).toEqual([255, expect.stringContaining('Permission denied')]);
    expect(await printed({ ...talk, code: '246810' })).toEqual(IN);
  });

  test('whom the directory has lost is out of everything within one sync', async () => {
    const secret = 'a-word-of-the-directory';
    const slapd = await startSlapd({
      people: ['zoe', 'yan', 'xia', 'wim', 'vic', 'uma'].map((uid) => ({ uid, mail: `${uid}@corp.example`, password: secret })),
    });
    onTestFinished(() => slapd.stop());
    await admin.setting.patch(
      {
        AUTH_LDAP: true,
        AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${slapd.port}`,
        AUTH_LDAP_START_TLS: false,
        AUTH_LDAP_BIND_DN: READER.dn,
        AUTH_LDAP_BIND_PASSWORD: READER.password,
        AUTH_LDAP_SEARCH_OU: SUFFIX,
        AUTH_LDAP_SEARCH_FILTER: '(&(objectClass=inetOrgPerson)(uid=%(user)s))',
        AUTH_LDAP_USER_ATTR_MAP: { username: 'uid', name: 'cn', email: 'mail' },
      },
      { query: { category: 'ldap' } },
    );
    const sync = () => admin.ldap.sync({ force: false });
    const zoe = async () => (await admin.users.list({ limit: 10, username: 'zoe' })).results[0];
    await sync();
    const { id } = await until('they are here', 20_000, zoe);
    await createPermission(scene.api, { users: [id], assets: [scene.host.id], accounts: ['@ALL'] });
    const browser = await sessionOf(scene.postern.origin, 'zoe', secret);
    await clientOf(browser).profile.partialUpdate({ is_first_login: false });
    const program = await apiOf(scene.postern.origin, 'zoe', secret);
    const enters = async () => [(await browser.get('users/profile/')).status, (await program.get('users/profile/')).status];
    const name = `zoe@${scene.sshd.user}@${NAME}`;
    const session = scene.client.runAs({ name, password: secret }, ['127.0.0.1', 'echo here; sleep 600']);
    await until('the session runs', 20_000, () => session.seen().includes('here'));
    await slapd.forget({ uid: 'zoe' });
    expect(await enters()).toEqual([200, 200]);
    await sync();
    expect((await session.ended).stderr).toMatch(/Your (login has ended|user has been disabled)/);
    expect(await enters()).toEqual([401, 401]);
    expect(await zoe()).toMatchObject({ is_active: false });
    expect((await run({ name, password: secret }, 'id')).code).toBe(255);
  });

  test('waits at the machine for a review, goes on when it is approved, and is told when it is not', async () => {
    const wei = await person({ name: 'wei', username: 'wei' });
    await admin.loginAssetAcls.create({
      ...(await reviewOf(wei, 'Ask before the door')),
      assets: { type: 'ids', ids: [scene.host.id] },
      accounts: ['@ALL'],
    });
    const start = () => scene.client.runAs({ name: `wei@${scene.sshd.user}@${NAME}`, password: TEST_PASSWORD }, ['127.0.0.1', ECHO], '');
    const waiting = start();
    await admin.tickets.approve(await ticketOf(waiting, 'login_asset_confirm'));
    const approved = await waiting.ended;
    expect([approved.code, approved.stdout.text.trim()]).toEqual([0, 'in-42']);
    expect(approved.stderr).toMatch(/Waiting for approval by .*\n.*Approved/);
    const refused = start();
    await admin.tickets.reject(await ticketOf(refused, 'login_asset_confirm'));
    const { code, stderr } = await refused.ended;
    expect([code, stderr]).toEqual([255, expect.stringContaining('Not approved')]);
  });

  test('whose login is reviewed waits in the conversation, and whoever goes withdraws', async () => {
    const ines = await person({ name: 'ines', username: 'ines' });
    await admin.loginAcls.create(await reviewOf(ines, 'Ask before the login'));
    const login = { name: `ines@${scene.sshd.user}@${NAME}`, password: TEST_PASSWORD, methods: 'keyboard-interactive' };
    const waiting = scene.client.runAs(login, ['127.0.0.1', ECHO], '');
    await admin.tickets.approve(await ticketOf(waiting, 'login_confirm'));
    const { code, stdout, stderr } = await waiting.ended;
    expect({ code, stdout: stdout.text.trim(), stderr }).toEqual(IN);
    const leaving = scene.client.runAs(login, ['127.0.0.1', ECHO], '');
    const ticket = await ticketOf(leaving, 'login_confirm');
    leaving.child.kill('SIGTERM');
    await until('the ticket is withdrawn', 20_000, async () => (await admin.tickets.retrieve(ticket)).state.value === 'closed');
  });
});

describe('the menu of who names no target', () => {
  const ALTERNATE = '\x1b[?1049h';
  const MAIN = '\x1b[?1049l';
  const enter = (name: string, ...options: string[]): Ssh =>
    scene.client.runAs({ name, password: TEST_PASSWORD }, ['-tt', ...options, '127.0.0.1']);
  const type = ({ child }: Ssh, text: string) => child.stdin?.write(text);
  /** Waits until it has shown something after a place; answers the place behind it. */
  const shown = (client: Ssh, what: string, from = 0): Promise<number> =>
    until(`the terminal shows ${JSON.stringify(what)}`, 20_000, () => {
      const at = client.seen().indexOf(what, from);
      if (at === -1 && client.child.exitCode !== null) throw new Error(`It ended: ${client.seen()}`);
      return at === -1 ? undefined : at + what.length;
    });
  const sessionsOf = async (name: string) =>
    (await admin.sessions.list({ limit: 100 })).results.filter(({ user, type: kind }) => user.includes(name) && kind.value === 'normal');

  test('finds a machine as one types, opens it as a session, comes back where it was, and leaves the terminal as it was', async () => {
    const before = (await sessionsOf('mia@example.com')).length;
    const client = enter('mia@example.com');
    await shown(client, '[Search]');
    type(client, 'door-t');
    await shown(client, 'Search: door-t');
    // It may have been the first of all that there is; a line that stays as it was is not drawn again.
    const found = await shown(client, `> ${NAME}`);
    type(client, '\r');
    const away = await shown(client, MAIN, found);
    type(client, `${ECHO}\n`);
    const ran = await shown(client, 'in-42', away);
    type(client, 'exit\n');
    const back = await shown(client, ALTERNATE, ran);
    await shown(client, `> ${NAME}`, await shown(client, 'Search: door-t', back));
    // The same again from what was opened last: a session of its own.
    type(client, '\t\t\t');
    const recent = await shown(client, '[Recent]', back);
    await shown(client, `> ${NAME}`, recent);
    type(client, '\r');
    const again = await shown(client, MAIN, recent);
    type(client, `${ECHO}\n`);
    type(client, 'exit\n');
    await shown(client, ALTERNATE, await shown(client, 'in-42', again));
    type(client, '\x04');
    const { code, stdout } = await client.ended;
    expect([code, stdout.text.slice(stdout.text.lastIndexOf(ALTERNATE))]).toEqual([0, expect.stringContaining(MAIN)]);
    const after = await until('both sessions are over and recorded', 20_000, async () => {
      const rows = await sessionsOf('mia@example.com');
      return rows.length === before + 2 && rows.every(({ is_finished, has_replay }) => is_finished && has_replay) && rows;
    });
    expect(after[0]).toMatchObject({ asset: `${NAME}(127.0.0.1)`, login_from: { value: 'ST' }, remote_addr: '127.0.0.1' });
  });

  test('line by line for a screen reader, without a sequence of a terminal', async () => {
    const client = enter('mia@example.com', '-o', 'SetEnv=POSTERN_PLAIN=1');
    await shown(client, 'Menu> ');
    type(client, 'door-t\r');
    const listed = await shown(client, `1. ${NAME}, 127.0.0.1, Linux, ssh`);
    expect(client.seen()).not.toContain('\x1b');
    type(client, '1\r');
    const opening = await shown(client, 'Opening ', listed);
    type(client, `${ECHO}\nexit\n`);
    await shown(client, 'Menu> ', await shown(client, 'in-42', opening));
    type(client, 'q\r');
    const { code, stdout } = await client.ended;
    expect([code, stdout.text]).toEqual([0, expect.stringMatching(/Goodbye\.\r\n$/)]);
  });

  test('waits where somebody has to approve, tells a refusal, and stays', async () => {
    const client = enter('wei');
    await shown(client, `> ${NAME}`);
    type(client, '\r');
    const waiting = await shown(client, 'Waiting for approval by ');
    await admin.tickets.reject(await ticketOf(client, 'login_asset_confirm'));
    await shown(client, 'Not approved.', waiting);
    type(client, '\r');
    const once = await shown(client, 'Waiting for approval by ', waiting);
    type(client, '\x03');
    await shown(client, 'Request withdrawn.', once);
    type(client, '\x04');
    const { code, stdout } = await client.ended;
    // The key that withdrew was not one for the menu as well.
    expect([code, stdout.text]).toEqual([0, expect.not.stringContaining('Ctrl-D leaves.')]);
  });

  test('and all else at the door closes when the login is ended, with a word why; that of others stays', async () => {
    await person({ name: 'lena', username: 'lena' });
    const home = await sessionOf(scene.postern.origin, 'lena', TEST_PASSWORD);
    const command = scene.client.runAs({ name: `lena@${scene.sshd.user}@${NAME}`, password: TEST_PASSWORD }, [
      '127.0.0.1',
      'echo here; sleep 600',
    ]);
    await until('the command runs', 20_000, () => command.seen().includes('here'));
    const bystander = scene.client.runAs({ name: mine(NAME), password: TEST_PASSWORD }, ['127.0.0.1', 'echo here; cat']);
    await until('the other one runs', 20_000, () => bystander.seen().includes('here'));
    const menu = enter('lena');
    await shown(menu, `> ${NAME}`);
    const logins = await clientOf(home).ownLogins.list();
    const [door] = logins.filter(({ is_current }) => !is_current);
    expect(door?.kind).toBeDefined();
    const ended = await home.post<Json>('authentication/own-logins/end-others/');
    expect(ended.status).toBe(200);
    expect((await command.ended).code).not.toBe(0);
    expect((await command.ended).stderr).toContain('Your login has ended.');
    expect((await menu.ended).stdout.text).toContain('Your login has ended.');
    const row = await until('the session is over', 20_000, async () => {
      const { results } = await admin.sessions.list({ limit: 100, is_finished: 1 });
      return results.find(({ user }) => user.includes('lena'));
    });
    expect(row.end_reason?.value).toBe('login_ended');
    bystander.child.stdin?.end('still\n');
    expect(await bystander.ended).toMatchObject({ code: 0, stdout: { text: expect.stringContaining('still') } });
    expect(await printed({ name: `lena@${scene.sshd.user}@${NAME}` })).toEqual(IN);
  });

  test('and what a key opened closes when the key is taken away or switched off; what another one opened stays', async () => {
    const [first, second, third] = [newKey('ends-1'), newKey('ends-2'), newKey('ends-3')];
    await person({ name: 'olga', username: 'olga', public_key: first.line });
    const own = clientOf(await sessionOf(scene.postern.origin, 'olga', TEST_PASSWORD));
    await own.confirm.prove({ confirm_type: 'password', secret_key: TEST_PASSWORD });
    const [lost, off] = [
      await own.sshKey.create({ name: 'lost', public_key: second.line }),
      await own.sshKey.create({ name: 'off', public_key: third.line }),
    ];
    const open = async (key: { path: string }): Promise<Ssh> => {
      const login = { name: `olga@${scene.sshd.user}@${NAME}`, keys: [key.path], methods: 'publickey' };
      const client = scene.client.runAs(login, ['127.0.0.1', 'echo here; cat']);
      await until('the command runs', 20_000, () => client.seen().includes('here'));
      return client;
    };
    const [stays, byLost, byOff] = [await open(first), await open(second), await open(third)];
    await own.sshKey.destroy(lost.id);
    expect((await byLost.ended).stderr).toContain('Your login has ended.');
    await own.sshKey.partialUpdate(off.id, { is_active: false });
    expect((await byOff.ended).stderr).toContain('Your login has ended.');
    stays.child.stdin?.end('still\n');
    expect(await stays.ended).toMatchObject({ code: 0, stdout: { text: expect.stringContaining('still') } });
  });

  test('closes with the login of who is switched off', async () => {
    const tomas = await person({ name: 'tomas', username: 'tomas' });
    const client = enter('tomas');
    await shown(client, `> ${NAME}`);
    await admin.users.partialUpdate(tomas.id, { is_active: false });
    await shown(client, 'Your login has ended.');
    expect((await client.ended).stdout.text).toContain(MAIN);
  });
});
