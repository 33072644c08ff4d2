import { profileOf } from '@postern/contract/ssh-algorithms';
import { render, type Text, text } from '@postern/contract/text';
import { type Context, can, integer, type Route } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { run } from '../../platform/routes/run.ts';
import { dialTcp, type HostKey, logIn, SshFailure, type SshIdentity } from '../../platform/ssh/log-in.ts';
import { unconfirmedAssets } from '../destinations/index.ts';
import { startTask } from '../tasks/index.ts';
import { gateway, gatewayRows } from './asset.resource.ts';
import { noteTest } from './from-machines.queries.ts';

/** What the test of a gateway needs of other features, given by the composition root. */
export interface GatewayTestDeps {
  jobs: Pick<Jobs, 'enqueue'>;
  /** The account a gateway is entered with, its secret in the clear, and the address it may be sent to; undefined when it has none. */
  account(
    ctx: Context,
    gatewayId: string,
  ): Promise<{ username: string; secret_type: { value: string }; secret: string; address: string } | undefined>;
  /** Keys that are pinned for a place. */
  hostKeys(ctx: Context, gatewayId: string, address: string, port: number): Promise<readonly HostKey[]>;
  /** Pins a key where none is known; whether it is the pinned one now. Another key is written down as refused. */
  pin(ctx: Context, seen: HostKey & { asset: string; address: string; port: number }): Promise<boolean>;
}

const TEST = 'assets.test-gateway';

const MESSAGES = {
  gone: text('The gateway no longer exists.', '该网关已不存在。', 'ゲートウェイはもう存在しません。'),
  inactive: text('{name} is not active: not tested.', '{name} 未激活，不进行测试。', '{name} は無効のため、テストしません。'),
  noAccount: text(
    '{name} has no active account to log in with.',
    '{name} 没有可用于登录的激活账号。',
    '{name} にはログインに使える有効なアカウントがありません。',
  ),
  unconfirmed: text(
    '{name}: where its secret is sent is not confirmed. Nothing was sent.',
    '{name}：密文的发送目标尚未确认，未发送任何内容。',
    '{name}：シークレットの送信先が確認されていません。何も送信していません。',
  ),
  trying: text(
    '{name}: logging in at {place} as {username}',
    '{name}：正在以 {username} 登录 {place}',
    '{name}：{username} として {place} にログインしています',
  ),
  ok: text('{name}: the login works.', '{name}：登录成功。', '{name}：ログインできました。'),
  unreachable: text(
    '{name}: {place} cannot be reached ({detail}).',
    '{name}：无法连接 {place}（{detail}）。',
    '{name}：{place} に接続できません（{detail}）。',
  ),
  hostKey: text(
    '{name}: {place} shows another host key than the pinned one. Nothing was sent to it.',
    '{name}：{place} 的主机密钥与已记录的不一致，未发送任何信息。',
    '{name}：{place} のホスト鍵が記録済みのものと異なります。何も送信していません。',
  ),
  refused: text('{name}: {place} refuses the login.', '{name}：{place} 拒绝登录。', '{name}：{place} がログインを拒否しました。'),
  unreadableKey: text(
    '{name}: the stored SSH key cannot be read.',
    '{name}：无法读取保存的 SSH 密钥。',
    '{name}：保存された SSH 鍵を読み取れません。',
  ),
  noSsh: text(
    '{name}: {place} does not speak SSH as expected ({detail}).',
    '{name}：{place} 的 SSH 响应异常（{detail}）。',
    '{name}：{place} の SSH の応答が正しくありません（{detail}）。',
  ),
  algorithms: text(
    '{name}: no common {kind} with {place}. Ours: {ours}. Theirs: {theirs}.',
    '{name}：与 {place} 没有共同的 {kind}。我方：{ours}。对方：{theirs}。',
    '{name}：{place} との共通の {kind} がありません。こちら：{ours}。相手：{theirs}。',
  ),
  timeout: text('{name}: {place} does not answer the login.', '{name}：{place} 登录无响应。', '{name}：{place} がログインに応答しません。'),
} as const satisfies Record<SshFailure['why'] | string, Text>;

/** `POST /gateways/{id}/test-connective/` (docs/wire/assets.md#domains-and-gateways): starts the test and answers its task. */
export const gatewayTestRoutes = ({ jobs }: GatewayTestDeps): readonly Route[] => [
  run({
    path: '/api/v1/assets/gateways/:id/test-connective/',
    name: 'assets.gateway.test',
    who: can('assets.test_assetconnectivity'),
    rows: { one: gateway },
    // Without one it is the port of the gateway's SSH.
    bodyOptional: true,
    body: { port: integer({ label: text('Port', '端口', 'ポート'), min: 1, max: 65_535, nullable: true }) },
    start(ctx, { row, body }) {
      const port = body.port ?? (row.protocols?.find(({ name }) => name === 'ssh')?.port || 22);
      return startTask(ctx, jobs, TEST, { gateway: row.id, port });
    },
  }),
];

/** The gateway a run is for, in the organisation it was asked for in; it may have gone or changed since. */
const gatewayOf = (ctx: Context, id: string) =>
  ctx.tx
    .selectFrom('assets as a')
    .select(['a.id', 'a.name', 'a.address', 'a.is_active'])
    .where('a.id', '=', id)
    .where(gatewayRows(ctx, 'a'))
    .executeTakeFirst();

/** Milliseconds until the machine has taken the connection, and from there until the login is through. */
const CONNECT_MS = 10_000;
const LOGIN_MS = 15_000;

/** Logs in and leaves at once: nothing is run. Undefined when the login worked. */
async function tryLogin(
  { address, port }: { address: string; port: number },
  identity: SshIdentity,
  known: readonly string[],
  trust: (seen: HostKey) => Promise<boolean>,
): Promise<SshFailure | undefined> {
  try {
    const stream = await dialTcp(address, port, CONNECT_MS);
    (await logIn({ ...identity, stream, known, trust, limit: LOGIN_MS, algorithms: profileOf(undefined, false) })).destroy();
    return undefined;
  } catch (error) {
    if (error instanceof SshFailure) return error;
    throw error;
  }
}

/**
 * Logs in on a gateway as a session would: its own address, the account sessions use, the pinned host key. A gateway that
 * cannot be entered is a result, not a failure of the task: it is stored, as sessions prefer gateways that could be reached, and said in the log.
 */
export const gatewayTestJob = ({ account: accountOf, hostKeys, pin }: GatewayTestDeps): Job => ({
  name: TEST,
  task: { label: text('Test a gateway', '测试网关', 'ゲートウェイのテスト') },
  async run(ctx, data, output) {
    const gateway = await gatewayOf(ctx, String(data.gateway));
    const say = (words: Text, params: Readonly<Record<string, string>> = {}) =>
      output.write(render(words, ctx.language, { name: gateway?.name ?? '', ...params }));
    if (!gateway) return say(MESSAGES.gone);
    if (!gateway.is_active) return say(MESSAGES.inactive);
    const { id } = gateway;
    const account = await accountOf(ctx, id);
    if (!account) {
      await noteTest(ctx, id, 'err');
      return say((await unconfirmedAssets(ctx, [id])).size > 0 ? MESSAGES.unconfirmed : MESSAGES.noAccount);
    }
    const { address } = account;
    const port = Number(data.port);
    const place = `${address}:${port}`;
    say(MESSAGES.trying, { place, username: account.username });
    const known = await hostKeys(ctx, id, address, port);
    const failure = await tryLogin(
      { address, port },
      { username: account.username, secretType: account.secret_type.value, secret: account.secret },
      known.map(({ type }) => type),
      (seen) => pin(ctx, { ...seen, asset: id, address, port }),
    );
    await noteTest(ctx, id, failure ? 'err' : 'ok');
    say(MESSAGES[failure?.why ?? 'ok'], { place, detail: failure?.detail ?? '', ...failure?.offers });
  },
});
