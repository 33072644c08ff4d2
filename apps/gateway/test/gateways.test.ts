import { createServer, type Server } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { ConnectionSecret } from '@postern/contract/component';
import { freePort } from '@postern/testkit/ports';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { ANN_COOKIE, eventually, grantFor, startWorld, TOKEN_VALUE, type World } from './world.ts';

/** Gateways of a domain: one is used, a dead one is left behind (docs/decisions/0043). */

let world: World;
let target: Sshd;
let left: Sshd;
let right: Sshd;
beforeAll(async () => {
  [target, left, right] = await Promise.all([startSshd(), startSshd(), startSshd()]);
});
afterAll(async () => {
  for (const sshd of [target, left, right]) await sshd.stop();
});
// What one test learns of dead gateways must not help the next.
beforeEach(async () => {
  world = await startWorld();
  return () => world.stop();
});

type Gateway = NonNullable<ConnectionSecret['gateway']>;
let made = 0;
function gateway(name: string, sshd: Pick<Sshd, 'port' | 'privateKey' | 'hostKey'>, change: Partial<Gateway> = {}): Gateway {
  made += 1;
  return {
    id: `33333333-3333-4333-8333-${String(made).padStart(12, '0')}`,
    name,
    address: '127.0.0.1',
    protocols: [{ name: 'ssh', port: sshd.port }],
    account: { ...grantFor(target).account, secret: sshd.privateKey },
    host_keys: [sshd.hostKey],
    ...change,
  };
}

function open(gateways: Gateway[], change: Partial<ConnectionSecret> = {}): Page {
  const [first, ...more] = gateways;
  const grant = grantFor(target, { domain: { id: 'd', name: 'Harbour' }, gateway: first ?? null, more_gateways: more, ...change });
  return openPage(world.gateway.port, `token=${world.token(grant)}`, { cookie: ANN_COOKIE });
}

async function works(page: Page): Promise<string> {
  await page.frame('TERMINAL_SESSION');
  page.type('echo works-$((6*7))\r');
  const text = await page.see('works-42');
  page.type('exit\r');
  await page.frame('CLOSE');
  return text;
}

const endOf = async (page: Page) => JSON.parse((await page.frame('CLOSE', 40_000)).data);

/** A port that takes connections and never says a word. */
async function mute(): Promise<{ server: Server; port: number }> {
  const server = createServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as { port: number }).port };
}

describe('a session through the gateways of a domain', () => {
  it('goes through the first, says so, and has it in the recording', async () => {
    const text = await works(open([gateway('left', left), gateway('right', right)]));
    expect(text).toContain('Through gateway left.');
    expect(text).not.toContain('right');
    const id = [...world.core.sessions.keys()].at(-1) as string;
    const replay = await eventually(() => world.core.replays.get(id));
    expect(gunzipSync(replay.file).toString()).toContain('Through gateway left.');
  });

  it('takes the next when one is dead, and remembers it for those that follow', async () => {
    const dead = gateway('dead', { ...left, port: await freePort() });
    const alive = gateway('right', right);
    const first = await works(open([dead, alive]));
    expect(first).toContain('Gateway dead could not be passed (ECONNREFUSED).');
    expect(first).toContain('Through gateway right.');
    const second = await works(open([dead, alive]));
    expect(second).not.toContain('dead');
    expect(second).toContain('Through gateway right.');
  });

  it('takes the next when one dies between two sessions', async () => {
    const brief = await startSshd();
    const [first, second] = [gateway('brief', brief), gateway('right', right)];
    expect(await works(open([first, second]))).toContain('Through gateway brief.');
    await brief.stop();
    expect(await works(open([first, second]))).toContain('Through gateway right.');
  });

  it('takes the next after a refused login, a changed host key, a refusal to pass on, and a port that says nothing', async () => {
    const silent = await mute();
    const closed = await startSshd(['AllowTcpForwarding no']);
    try {
      const page = open([
        gateway('locked', left, { account: { ...grantFor(target).account, secret: right.privateKey } }),
        gateway('other', left, { host_keys: [right.hostKey] }),
        gateway('closed', closed),
        gateway('silent', { ...left, port: silent.port }),
        gateway('right', right),
      ]);
      const text = await works(page);
      expect(text).toContain('Gateway locked could not be passed (refused login).');
      expect(text).toContain('Gateway other could not be passed (host key changed).');
      expect(text).toContain('Gateway closed could not be passed (forwarding refused).');
      expect(text).toContain('Gateway silent could not be passed (ETIMEDOUT).');
      expect(text).toContain('Through gateway right.');
      expect(world.core.changed.at(-1)).toMatchObject({ port: left.port, expected: right.hostKey.fingerprint });
    } finally {
      silent.server.close();
      await closed.stop();
    }
  });

  it('pins the key of a gateway that was never seen', async () => {
    const fresh = gateway('fresh', left, { host_keys: [] });
    await works(open([fresh]));
    expect(world.core.pinned.at(-1)).toMatchObject({ asset: fresh.id, ...left.hostKey });
  });

  it('says what each said when none could be passed, and never goes past them', async () => {
    const page = open([
      gateway('one', { ...left, port: await freePort() }),
      gateway('two', left, { account: { ...grantFor(target).account, secret: right.privateKey } }),
    ]);
    expect(await endOf(page)).toEqual({
      reason: 'gateway_unreachable',
      params: { domain: 'Harbour', tried: 'one (ECONNREFUSED), two (refused login)' },
    });
    const id = [...world.core.sessions.keys()].at(-1) as string;
    await eventually(() => world.core.sessions.get(id)?.is_finished === true);
    expect(world.core.sessions.get(id)).toMatchObject({ is_success: false });
  });

  it('calls a target that no gateway reaches the target’s fault, and forgets no gateway for it', async () => {
    const grant = grantFor(target);
    const asset = { ...grant.asset, protocols: [{ name: 'ssh', port: await freePort() }] };
    const gateways = [gateway('left', left), gateway('right', right)];
    expect(await endOf(open(gateways, { asset }))).toMatchObject({ reason: 'target_unreachable' });
    expect(await works(open(gateways))).toContain('Through gateway left.');
  });

  it('carries commands of native clients too, and leaves their streams alone', async () => {
    const grant = grantFor(target, {
      domain: { id: 'd', name: 'Harbour' },
      gateway: gateway('dead', { ...left, port: await freePort() }),
      more_gateways: [gateway('right', right)],
    });
    const client = new ssh2.Client();
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve).once('error', reject);
      client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), username: `JMS-${world.token(grant)}`, password: TOKEN_VALUE });
    });
    const result = await new Promise<{ out: string; err: string }>((resolve, reject) => {
      client.exec('echo native', (error, channel) => {
        if (error) return reject(error);
        const text = { out: '', err: '' };
        channel.on('data', (bytes: Buffer) => {
          text.out += bytes.toString();
        });
        channel.stderr.on('data', (bytes: Buffer) => {
          text.err += bytes.toString();
        });
        channel.on('close', () => resolve(text));
      });
    });
    client.end();
    expect(result.out).toBe('native\n');
    // The shell of whoever runs this may have something to say there at its start; we have not.
    expect(result.err).not.toMatch(/Harbour|dead|right|gateway/i);
    const id = [...world.core.sessions.keys()].at(-1) as string;
    const replay = await eventually(() => world.core.replays.get(id));
    expect(gunzipSync(replay.file).toString()).toMatch(/# dead: ECONNREFUSED.*# right/s);
  });
});
