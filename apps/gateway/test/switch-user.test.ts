import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { ConnectionSecret } from '@postern/contract/component';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { startTelnetd, type Telnetd } from '@postern/testkit/telnetd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import ssh2, { type ServerChannel } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NativeClient, nativeClient } from './native-client.ts';
import { ANN_COOKIE, grantFor, lastSession, startWorld, type World } from './world.ts';

// Accounts that others are switched to: with the system's own su and sudo over SSH and telnet, and with devices made for the purpose.

const [SOURCE_PASSWORD, TARGET_PASSWORD] = ['Narrow-3-Ladder', 'Quiet-7-Harbour'];
let world: World;
let sshd: Sshd;
let telnetd: Telnetd;
let client: NativeClient;
let people: UnixPeople;
/** Who logs in: one whom sudo asks for the password, and one whom it does not. */
let source: string;
let trusted: string;
let root: string;
let target: string;
beforeAll(async () => {
  people = unixPeople();
  [source, trusted, target] = [people.add(SOURCE_PASSWORD), people.add(SOURCE_PASSWORD), people.add(TARGET_PASSWORD)];
  root = people.addRoot(TARGET_PASSWORD);
  people.sudoer(source, true);
  people.sudoer(trusted, false);
  const login = ['PasswordAuthentication yes', 'AuthorizedKeysFile %h/.ssh/authorized_keys'];
  [world, sshd, telnetd] = await Promise.all([startWorld(), startSshd([], login), startTelnetd()]);
  client = nativeClient(world, sshd);
  const key = execFileSync('ssh-keygen', ['-y', '-f', sshd.keyPath]);
  for (const one of [source, trusted]) {
    mkdirSync(`/home/${one}/.ssh`);
    writeFileSync(`/home/${one}/.ssh/authorized_keys`, key);
  }
});
afterAll(async () => {
  client.stop();
  await Promise.all([world.stop(), telnetd.stop(), sshd.stop()]);
  people.removeAll();
});

const choice = (value: string) => ({ value, label: value });

interface Switching {
  method: string;
  from?: string;
  to?: string;
  secret?: string;
  /** Logs in by the test's key, not by a password. */
  key?: boolean;
  category?: string;
  protocol?: { name: string; port: number };
}

function grant({
  method,
  from = source,
  to = target,
  secret = TARGET_PASSWORD,
  key,
  category = 'host',
  protocol,
}: Switching): ConnectionSecret {
  const usual = grantFor(sshd);
  const by = key
    ? { secret_type: choice('ssh_key'), secret: sshd.privateKey }
    : { secret_type: choice('password'), secret: SOURCE_PASSWORD };
  return {
    ...usual,
    ...(protocol ? { protocol: protocol.name, host_keys: [], asset: { ...usual.asset, protocols: [protocol] } } : {}),
    account: {
      ...usual.account,
      ...{ name: 'the other', username: to, secret_type: choice('password'), secret },
      su_from: { name: 'first', username: from, ...by },
    },
    platform: { ...usual.platform, category: choice(category), su_enabled: true, su_method: choice(method) },
  };
}
const visit = (secret: ConnectionSecret): Page => openPage(world.gateway.port, `token=${world.token(secret)}`, { cookie: ANN_COOKIE });
const endOf = async (page: Page) => JSON.parse((await page.frame('CLOSE')).data);

/** No password anywhere: on the page, in the recording, in what the core was told. */
async function withoutSecrets(page: Page): Promise<string> {
  const { replay } = await lastSession(world);
  const told = JSON.stringify([...world.core.sessions.values(), world.core.commands, world.core.patches]);
  for (const text of [page.text(), JSON.stringify(page.frames), replay, told]) {
    expect(text).not.toContain(TARGET_PASSWORD);
    expect(text).not.toContain(SOURCE_PASSWORD);
  }
  return replay;
}

describe('a terminal of an account that is switched to', () => {
  it.each<[string, () => Switching]>([
    ['su, from a login by password', () => ({ method: 'su' })],
    ['su, from a login by key', () => ({ method: 'su', key: true })],
    ['su to a second administrator', () => ({ method: 'su', to: root })],
    ['sudo that asks for the password of who logs in', () => ({ method: 'sudo' })],
    ['sudo that asks for nothing', () => ({ method: 'sudo', from: trusted, key: true })],
  ])('is theirs, and nobody sees a password: %s', async (_name, how) => {
    const given = how();
    const page = visit(grant(given));
    await page.frame('TERMINAL_SESSION');
    page.type('echo "[$(id -u):$((40+2)):$TERM:$LC_ALL]"\r');
    // By the number: the second administrator shares that of the first.
    const [, uid] = (await page.see(/\[\d+:42:xterm-256color:\]/)).match(/\[(\d+):42/) ?? [];
    page.type('echo "<$USER>"\r');
    await page.see(`<${given.to ?? target}>`);
    expect(uid === '0').toBe(given.to === root);
    // Who logs in has no shell to come back to.
    page.type('exit\r');
    expect(await endOf(page)).toEqual({ reason: 'target_closed', params: {} });
    expect(await withoutSecrets(page)).toContain(`<${given.to ?? target}>`);
  });

  it.each<[string, () => Switching, object]>([
    ['su with a wrong password', () => ({ method: 'su', secret: 'wrong' }), { account: 'the other', methods: 'su' }],
    ['sudo that asks where there is only a key', () => ({ method: 'sudo', key: true }), { account: 'the other', methods: 'sudo' }],
    ['su to nobody', () => ({ method: 'su', to: 'nobody-of-this-name' }), { account: 'the other', methods: 'su' }],
  ])('is nobody’s when it is refused: %s', async (_name, how, params) => {
    const page = visit(grant(how()));
    expect(await endOf(page)).toEqual({ reason: 'target_refused_login', params });
    expect(page.frames.some(({ type }) => type === 'TERMINAL_SESSION')).toBe(false);
    await withoutSecrets(page);
  });

  it.each<[string, Switching]>([
    ['a name that a shell would read', { method: 'su', to: 'x; id' }],
    ['a name that is an option', { method: 'sudo', to: '-c' }],
    ['a method that nobody knows', { method: 'runas' }],
  ])('is not tried with %s', async (_name, how) => {
    const before = sshd.logins();
    expect(await endOf(visit(grant(how)))).toMatchObject({ reason: 'protocol_error' });
    expect(sshd.logins()).toBe(before);
  });

  it('is the same by the person’s own client, whose other programs log in as the account itself', async () => {
    const token = () => world.token(grant({ method: 'su' }));
    const run = await client.run(['-tt'], { token: token(), input: 'echo "<$USER>"; exit\n' });
    expect(run.stdout.toString()).toContain(`<${target}>`);
    expect(await client.run(['id -un'], { token: token() })).toMatchObject({ code: 0, stdout: Buffer.from(`${target}\n`) });
  });

  it('is reached by telnet as well, and leaves no shell of the first behind', async () => {
    const protocol = { name: 'telnet', port: telnetd.port };
    const page = visit(grant({ method: 'su', protocol }));
    await page.frame('TERMINAL_SESSION');
    page.type('echo "<$USER>"\r');
    await page.see(`<${target}>`);
    page.type('exit\r');
    expect(await endOf(page)).toMatchObject({ reason: 'target_closed' });
    expect(await withoutSecrets(page)).toContain('su - ');
    const refused = visit(grant({ method: 'su', secret: 'wrong', protocol }));
    expect(await endOf(refused)).toMatchObject({ reason: 'target_refused_login', params: { methods: 'su' } });
  });
});

describe('a device', () => {
  const { private: hostKey } = newSshKey('ed25519');

  /** A command line that asks for `password` at `command`, and says how that went. */
  async function device(prompts: [string, string], command: string, answers: { right: string; wrong: string }): Promise<number> {
    const server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
      connection.on('error', () => undefined);
      connection.on('authentication', (context) => context.accept());
      connection.on('session', (accept) => {
        const session = accept();
        session.on('pty', (yes) => yes?.());
        session.on('shell', (yes) => speak(yes()));
      });
    });
    function speak(channel: ServerChannel): void {
      let [prompt, asking, line] = [prompts[0], false, ''];
      channel.write(`\r\nAuthorised people only.\r\n${prompt}`);
      channel.on('data', (bytes: Buffer) => {
        line += bytes.toString();
        if (!asking) channel.write(bytes.toString().replaceAll('\r', '\r\n'));
        if (!line.endsWith('\r')) return;
        const output = line.trim();
        line = '';
        if (asking) {
          asking = false;
          if (output === TARGET_PASSWORD) prompt = prompts[1];
          channel.write(`\r\n${output === TARGET_PASSWORD ? answers.right : answers.wrong}${prompt}`);
        } else if (output === command) {
          asking = true;
          channel.write('Password: ');
        } else channel.write(`did ${output.length}\r\n${prompt}`);
      });
    }
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    server.unref();
    return (server.address() as AddressInfo).port;
  }

  const DEVICES = [
    ['enable', ['badger>', 'badger#'], 'enable', { right: '', wrong: '% Bad secrets\r\n\r\n' }],
    [
      'super',
      ['<core>', '<core>'],
      'super',
      { right: 'User privilege role is network-admin.\r\n', wrong: 'Error: Password is incorrect.\r\n' },
    ],
    ['super_level', ['<core>', '<core>'], 'super 15', { right: 'Now user privilege is 15 level.\r\n', wrong: '' }],
  ] satisfies [string, [string, string], string, { right: string; wrong: string }][];

  it.each(DEVICES)('is handed over once %s has worked, and not before', async (method, prompts, command, answers) => {
    const protocol = { name: 'ssh', port: await device(prompts, command, answers) };
    const page = visit(grant({ method, category: 'device', protocol }));
    await page.frame('TERMINAL_SESSION');
    page.type('show it\r');
    await page.see('did 7');
    page.socket.close();
    expect(await withoutSecrets(page)).toContain('did 7');
    const refused = visit(grant({ method, category: 'device', secret: 'wrong', protocol }));
    expect(await endOf(refused)).toEqual({ reason: 'target_refused_login', params: { account: 'the other', methods: method } });
    expect(refused.frames.some(({ type }) => type === 'TERMINAL_SESSION')).toBe(false);
  });
});
