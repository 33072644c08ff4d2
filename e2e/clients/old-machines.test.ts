import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Sshd } from '@postern/testkit/sshd';
import { startLegacySshd } from '@postern/testkit/sshd-ages';
import { startTelnetd, type Telnetd } from '@postern/testkit/telnetd';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { evidenceFor } from '../support/evidence.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { until } from '../support/until.ts';

// Machines that nobody will renew: an SSH server that knows only what was given up elsewhere, and one that has but telnet.

const OWN_WORD = 'Quiet-7-Harbour';

let scene: NativeScene;
let admin: ReturnType<typeof clientOf>;
let evidence: ReturnType<typeof evidenceFor>;
let auditor: ReturnType<typeof clientOf>;
let legacy: Sshd;
let telnetd: Telnetd;
let people: UnixPeople;
let keeper: string;
let gear: Json;

/** What the platform says of SSH. */
const speaking = (algorithms: string) => [{ name: 'ssh', port: 22, primary: true, setting: { algorithms } }];

beforeAll(async () => {
  people = unixPeople();
  keeper = people.add(OWN_WORD);
  [scene, legacy, telnetd] = await Promise.all([setNativeScene('quay-00'), startLegacySshd(), startTelnetd()]);
  admin = clientOf(scene.api);
  gear = await admin.platforms.create({ name: 'Old-gear', category: 'host', type: 'linux', protocols: speaking('legacy') });
  const old = await createHost(scene.api, { name: 'relic', platform: { pk: gear.id }, protocols: [{ name: 'ssh', port: legacy.port }] });
  await createAccount(scene.api, old.id, {
    ...{ name: legacy.user, username: legacy.user, secret_type: 'ssh_key', secret: legacy.privateKey },
  });
  const wire = await admin.platforms.create({
    ...{ name: 'Telnet-only', category: 'host', type: 'linux' },
    protocols: [{ name: 'telnet', port: 23, primary: true }],
  });
  const bare = await createHost(scene.api, {
    ...{ name: 'bare', platform: { pk: wire.id }, protocols: [{ name: 'telnet', port: telnetd.port }] },
  });
  await createAccount(scene.api, bare.id, { name: keeper, username: keeper, secret: OWN_WORD });
  const nell = await createUser(scene.api, { name: 'Nell Ito', username: 'nell' });
  await createUser(scene.api, { name: 'Audra Petit', username: 'audra', system_roles: [ROLE.SYSTEM_AUDITOR] });
  for (const username of ['nell', 'audra']) await confirmTerms(scene.postern.origin, username, TEST_PASSWORD);
  await createPermission(scene.api, { users: [nell.id], assets: [old.id, bare.id], accounts: ['@ALL'] });
  auditor = clientOf(await apiOf(scene.postern.origin, 'audra', TEST_PASSWORD));
  evidence = evidenceFor(auditor);
});
afterAll(async () => {
  await Promise.all([scene?.stop(), legacy?.stop(), telnetd?.stop()]);
  people?.removeAll();
});

const enter = (target: string, ...args: string[]) =>
  scene.client.runAs({ name: `nell@${target}`, password: TEST_PASSWORD }, args, args.includes('-tt') ? undefined : '');

test('an SSH server of long ago is reached where its platform says so, and is told with both offers and the setting where not', async () => {
  const target = `${legacy.user}@relic`;
  const ran = await enter(target, '127.0.0.1', 'echo old-$((40 + 2)); exit 6').ended;
  expect([ran.code, ran.stdout.text, ran.stderr]).toEqual([6, 'old-42\n', '']);
  const { session } = await evidence.command((input) => input === 'echo old-$((40 + 2)); exit 6');
  expect(session).toMatchObject({ type: { value: 'command' }, is_success: true, asset: expect.stringContaining('relic(') });

  await admin.platforms.partialUpdate(gear.id, { protocols: speaking('secure') });
  const before = (await auditor.sessions.list({ limit: 1, offset: 0, is_finished: 1 })).count;
  const refused = await enter(target, '127.0.0.1', 'id').ended;
  expect([refused.code, refused.stdout.text]).toEqual([255, '']);
  expect(refused.stderr).toContain('Algorithms (secure). Ours: ');
  expect(refused.stderr).toContain('curve25519-sha256');
  expect(refused.stderr).toContain('Theirs: diffie-hellman-group14-sha1, diffie-hellman-group1-sha1');
  expect(refused.stderr).toContain('platform Old-gear, protocol SSH, Algorithms');
  const failed = await until('the session that came to nothing', 60_000, async () => {
    const { count, results } = await auditor.sessions.list({ limit: 1, offset: 0, is_finished: 1 });
    return count > before && results[0];
  });
  expect(failed).toMatchObject({ is_success: false, user: expect.stringContaining('nell'), asset: expect.stringContaining('relic(') });
});

test('a machine that has but telnet is worked on from ssh: logged in with its account, each line listed, all of it recorded', async () => {
  const client = enter(`telnet@${keeper}@bare`, '-tt', '127.0.0.1');
  const shown = (what: string) =>
    until(`the terminal shows ${what}`, 60_000, () => {
      if (client.child.exitCode !== null && !client.seen().includes(what)) throw new Error(`It ended: ${client.seen()}`);
      return client.seen().includes(what);
    });
  await shown('$ ');
  client.child.stdin?.write('echo wire-$((40+2)) as $(id -un)\r');
  await shown(`wire-42 as ${keeper}`);
  client.child.stdin?.write('exit\r');
  const { code, stdout } = await client.ended;
  expect(code).toBe(0);
  expect(stdout.text).not.toContain(OWN_WORD);

  const { command, session } = await evidence.command((input) => input === 'echo wire-$((40+2)) as $(id -un)');
  expect(command.output).toContain(`wire-42 as ${keeper}`);
  expect(session).toMatchObject({
    ...{ type: { value: 'normal' }, protocol: 'telnet', is_success: true, account: `${keeper}(${keeper})` },
    ...{ user: expect.stringContaining('nell'), asset: expect.stringContaining('bare('), login_from: { value: 'ST' } },
  });
});
