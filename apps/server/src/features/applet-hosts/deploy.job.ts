import { ORG } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import { render, text as t } from '@postern/contract/text';
import { BY_ID, type Context, change, eb, fetchRows, type Kernel, type Row } from '@postern/resource';
import type { Job, Run } from '../../platform/feature.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { mark, openDeployment, settleDeployments } from './deployments.ts';
import { makeAccounts } from './host-accounts.ts';
import { publishOn } from './publication.resource.ts';

/** Has a host brought to what it has to have; also the name of the task that people see. */
export const DEPLOY = 'applet-hosts.deploy';

interface DeployDeps {
  kernel(): Kernel;
  settings: SettingsReader;
  system: Pick<SystemAccess, 'asSystem'>;
}

const WORDS = {
  replaced: t('A later deployment has taken the place of this one.', '此部署已被后续部署取代。', '後の配備に置き換えられました。'),
  freed: t(
    'The host is free for an agent: the next one that reports from it is its own.',
    '发布机已释放：下一个上报的代理将与其绑定。',
    'ホストのエージェントを解除しました。次に接続したエージェントが割り当てられます。',
  ),
  logins: t('Logins made: {count}', '已创建登录账号：{count}', '作成したログイン：{count}'),
  applications: t('Applications to install: {count}', '待安装应用：{count}', 'インストールするアプリ：{count}'),
  waits: t(
    'What is installed on the machine is the work of its agent. The deployment ends when the agent has reported.',
    '安装由发布机上的代理完成，代理上报后部署结束。',
    'インストールはホスト上のエージェントが行います。エージェントの報告で配備が終わります。',
  ),
  alone: t(
    'No agent is bound to this host. Nothing here logs in to the machine: put the agent there by hand, as the page of the host says.',
    '发布机尚未绑定代理。系统不会登录该机器，请按发布机页面的说明手动安装代理。',
    'このホストにはエージェントがありません。システムはホストにログインしないため、ホストのページの説明に従って手動で導入してください。',
  ),
};

/** Has the agent install again what is published: all of it, or one application. */
async function askFor(ctx: Context, kernel: Kernel, { host_id, applet_id }: Row): Promise<number> {
  const resource = kernel.byName('appletpublication');
  const which = applet_id === null ? [] : [eb('t.applet_id', '=', applet_id)];
  const rows = await fetchRows(resource, ctx, [eb('t.host_id', '=', host_id), ...which], { order: BY_ID, lock: true });
  for (const row of rows) if (row.status !== 'pending') await change(resource, ctx, row, { status: 'pending' });
  return rows.length;
}

/** Whoever reports from the host next is its agent. */
async function free(ctx: Context, host: string): Promise<void> {
  const { name } = await ctx.tx.selectFrom('assets').select('name').where('id', '=', host).executeTakeFirstOrThrow();
  const { numUpdatedRows } = await ctx.tx
    .updateTable('applet_hosts')
    .set({ terminal_id: null, date_synced: null })
    .where('asset_id', '=', host)
    .where('terminal_id', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    ctx.audit({
      action: 'update',
      resourceType: 'applethost',
      resourceId: host,
      resource: name,
      orgId: ORG.SYSTEM,
      changes: [{ field: 'terminal', before: '******', after: '' }],
    });
}

async function deploy({ kernel, settings, system }: DeployDeps, ctx: Context, run: Run): Promise<void> {
  const say = (words: keyof typeof WORDS, values: Record<string, unknown> = {}): void =>
    run.write(render(WORDS[words], ctx.language, values));
  const begun = await system.asSystem('a deployment begins', async (inner) => {
    const row = await openDeployment(inner, kernel(), run.id);
    return row && mark(inner, kernel(), row, { status: 'running', date_start: inner.clock() });
  });
  if (!begun) return say('replaced');
  const host = String(begun.host_id);
  if (begun.is_full === true) {
    await system.asSystem('a host is set up anew', async (inner) => {
      await free(inner, host);
      await publishOn(kernel(), inner, host);
    });
    say('freed');
    let made = 0;
    const next = (): Promise<number> =>
      system.asSystem('logins on a host', (inner) => makeAccounts(kernel(), inner, host, settings.get('TERMINAL_ACCOUNTS_AMOUNT')));
    for (let count = await next(); count > 0; count = await next()) made += count;
    say('logins', { count: made });
  }
  const count = await system.asSystem('applications are installed again', async (inner) => {
    const asked = await askFor(inner, kernel(), begun);
    await settleDeployments(inner, kernel(), host);
    return asked;
  });
  say('applications', { count });
  const bound = await ctx.tx.selectFrom('applet_hosts').select('terminal_id').where('asset_id', '=', host).executeTakeFirst();
  say(bound?.terminal_id ? 'waits' : 'alone');
}

export const deployJob = (deps: DeployDeps): Job => ({
  name: DEPLOY,
  task: {
    label: t('Deploy an application host', '部署应用发布机', 'アプリホストの配備'),
    async brokenOff(ctx, run) {
      const row = await openDeployment(ctx, deps.kernel(), run);
      if (row) await mark(ctx, deps.kernel(), row, { status: 'error', date_finished: ctx.clock() });
    },
  },
  transaction: false,
  run: (ctx, _data, run) => deploy(deps, ctx, run),
});
