import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConnectionSecret } from '@postern/contract/component';
import type { Sshd } from '@postern/testkit/sshd';
import { within } from '@postern/testkit/until';
import { type Gateway, startGateway } from '../src/main.ts';
import { bootstrapToken, type CoreDouble, startCore } from './core-double.ts';

export const ANN = { id: '7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a01', name: 'Ann', username: 'ann', email: 'ann@example.com' };
export const BOB = { id: '7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a02', name: 'Bob', username: 'bob', email: 'bob@example.com' };
export const ANN_COOKIE = 'jms_sessionid=ann';
export const BOB_COOKIE = 'jms_sessionid=bob';

export const TOKEN_VALUE = 'Zq8rT1vYw3Xk5Lp0';

export interface World {
  core: CoreDouble;
  gateway: Gateway;
  dataDir: string;
  spool: string;
  /** A token that opens `grant`. */
  token(grant: ConnectionSecret): string;
  stop(): Promise<void>;
}

export async function startWorld(
  dataDir = mkdtempSync(join(tmpdir(), 'postern-gateway-')),
  {
    idleMinutes = 30,
    longestHours = 0,
    announcement = {},
    nativeClients = true,
    reconnectSeconds = 120,
    drainSeconds = 0,
    watchNotice = false,
    copyLimit = 0,
  }: {
    idleMinutes?: number;
    longestHours?: number;
    announcement?: object;
    nativeClients?: boolean;
    reconnectSeconds?: number;
    drainSeconds?: number;
    watchNotice?: boolean;
    copyLimit?: number;
  } = {},
): Promise<World> {
  const core = await startCore();
  core.idleMinutes = idleMinutes;
  core.longestHours = longestHours;
  core.announcement = announcement;
  core.nativeClients = nativeClients;
  core.copyLimit = copyLimit;
  core.reconnectSeconds = reconnectSeconds;
  core.watchNotice = watchNotice;
  core.users.set(ANN_COOKIE, ANN);
  core.users.set(BOB_COOKIE, BOB);
  const gateway = await startGateway({
    coreUrl: core.url,
    bootstrapToken: async () => bootstrapToken,
    localProof: undefined,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    address: undefined,
    sshPort: 0,
    drainSeconds,
    name: 'test',
    logLevel: process.env.GATEWAY_TEST_LOG ?? 'silent',
  });
  await gateway.ready;
  return {
    core,
    gateway,
    dataDir,
    spool: join(dataDir, 'gateway', 'spool'),
    token(grant) {
      const id = randomUUID();
      core.tokens.set(id, { ...grant, id, value: TOKEN_VALUE });
      return id;
    },
    async stop() {
      await gateway.stop();
      await core.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the core would answer for Ann on this sshd. */
export function grantFor(sshd: Sshd, change: Partial<ConnectionSecret> = {}): ConnectionSecret {
  const choice = (value: string) => ({ value, label: value });
  return {
    id: '',
    value: '',
    protocol: 'ssh',
    user: ANN,
    asset: {
      id: '11111111-1111-4111-8111-111111111111',
      name: 'web-1',
      address: '127.0.0.1',
      protocols: [{ name: 'ssh', port: sshd.port }],
      category: 'host',
      type: 'linux',
      org_id: '00000000-0000-0000-0000-000000000002',
      info: {},
      secret_info: {},
      spec_info: {},
    },
    account: {
      id: '22222222-2222-4222-8222-222222222222',
      name: 'ops',
      username: sshd.user,
      secret_type: choice('ssh_key'),
      secret: sshd.privateKey,
      su_from: null,
    },
    platform: {
      id: 1,
      name: 'Linux',
      category: choice('host'),
      type: choice('linux'),
      charset: choice('utf-8'),
      protocols: [],
      su_enabled: false,
      su_method: null,
      domain_enabled: false,
    },
    command_filter_acls: [],
    domain: null,
    gateway: null,
    actions: ['connect', 'upload', 'download', 'delete', 'copy', 'paste'].map(choice),
    expire_at: Math.floor(Date.now() / 1000) + 3600,
    from_ticket: null,
    connect_method: { label: '', value: 'web_cli', type: 'web', component: 'koko' },
    connect_options: {},
    org_id: '00000000-0000-0000-0000-000000000002',
    org_name: 'Default',
    host_keys: [sshd.hostKey],
    recording: 'strict',
    ...change,
  };
}

/** Waits until `look` finds something; no longer than `ms`, which is wide enough for a busy machine where nothing else is said. */
export async function eventually<T>(look: () => T | undefined | false, ms = 60_000): Promise<T> {
  const found = await within(ms, look, 10);
  if (found === undefined) throw new Error(`did not happen within ${ms} ms: ${look}`);
  return found;
}

/** The session that began last, once it has ended and its recording is told, and what it shows of itself. */
export async function lastSession({ core }: World) {
  const id = [...core.sessions.keys()].at(-1) as string;
  const session = await eventually(() => {
    const found = core.sessions.get(id);
    return found?.has_replay === true && found.is_finished === true && found;
  });
  return {
    session,
    commands: core.commands.filter((one) => one.session === id),
    moved: core.transfers
      .filter((one) => one.session === id)
      .map(({ operate, filename, size, is_success }) => ({ operate, filename, size, is_success })),
    replay: gunzipSync(core.replays.get(id)?.file as Buffer).toString(),
  };
}
