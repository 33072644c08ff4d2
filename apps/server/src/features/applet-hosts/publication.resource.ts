import { text as t } from '@postern/contract/text';
import {
  type Behaviour,
  type Context,
  can,
  comment,
  defineBehaviour,
  defineResource,
  insertMany,
  type Kernel,
  labelled,
  reference,
} from '@postern/resource';
import { sql } from 'kysely';
import { iconPath } from '../applets/index.ts';
import { contains } from '../nodes/index.ts';

const view = can('terminal.view_applethost');
const change = can('terminal.change_applethost');

/** That an application is to be on a host, and what its agent last said of it (docs/wire/components.md#remote-applications). */
export const publication = defineResource({
  name: 'appletpublication',
  app: 'terminal',
  path: 'applet-publications',
  table: 'applet_publications',
  label: t('Application on a host', '应用发布', 'アプリの公開'),
  labelPlural: t('Applications on hosts', '应用发布', 'アプリの公開'),
  scope: 'system',
  access: { list: view, retrieve: view, create: change, update: change, delete: change },
  bulk: false,
  base: ['created_by', 'updated_by', 'date_created', 'date_updated'],
  order: '-date_created',
  title: 'id',
  uniqueTogether: [['applet', 'host']],
  fields: {
    applet: reference('applet', {
      label: t('Remote application', '远程应用', 'リモートアプリ'),
      required: true,
      filter: true,
      show: ['id', 'name', 'display_name', 'icon', 'version'],
      onDelete: 'cascade',
    }),
    host: reference('applethost', {
      label: t('Host', '发布机', 'ホスト'),
      required: true,
      filter: true,
      onDelete: 'cascade',
    }),
    status: labelled({
      label: t('Status', '状态', '状態'),
      default: 'pending',
      filter: true,
      noIndex: 'few rows',
      choices: [
        { value: 'pending', label: t('Pending', '待定', '保留') },
        { value: 'success', label: t('Success', '成功', '成功') },
        { value: 'failed', label: t('Failed', '失败', '失敗') },
        { value: 'mismatch', label: t('Other version', '版本不一致', 'バージョン違い') },
      ],
    }),
    comment: comment(),
  },
});

export const publicationBehaviour: Behaviour = defineBehaviour({
  filters: {
    search(_ctx, value) {
      const like = contains(value.slice(0, 256));
      return sql<boolean>`(t.applet_id in (select x.id from applets x where x.name ilike ${like} or x.display_name ilike ${like})
        or t.host_id in (select a.id from assets a where a.name ilike ${like}))`;
    },
  },
  expand: {
    async applet(ctx, ids) {
      const { rows } = await sql<{ id: string; name: string; display_name: string; version: string }>`
        select id, name, display_name, version from applets where id = any(${[...ids]}::uuid[])`.execute(ctx.tx);
      return new Map(rows.map(({ id, name, display_name, version }) => [id, { id, name, display_name, icon: iconPath(name), version }]));
    },
  },
});

/** Any constant that is this lock's own. A host and an application that come at the same moment must not miss each other. */
const PUBLISHING = 7_301_003;
const lockPublishing = (ctx: Context): Promise<unknown> => sql`select pg_advisory_xact_lock(${PUBLISHING})`.execute(ctx.tx);

async function publish(kernel: Kernel, ctx: Context, pairs: readonly { applet: string; host: string }[]): Promise<void> {
  const drafts = pairs.map((pair) => ({ values: { ...pair, status: 'pending', comment: '' } }));
  for (const outcome of await insertMany(kernel.byName('appletpublication'), ctx, drafts)) if ('refusal' in outcome) throw outcome.refusal;
}

/** Puts a new application on every host. */
export async function publishApplet(kernel: Kernel, ctx: Context, applet: string): Promise<void> {
  await lockPublishing(ctx);
  const { rows } = await sql<{ host: string }>`select asset_id as host from applet_hosts where date_published is not null`.execute(ctx.tx);
  await publish(
    kernel,
    ctx,
    rows.map(({ host }) => ({ applet, host })),
  );
}

/** Puts every application on a host that has had none of them, once in its life. */
export async function publishOn(kernel: Kernel, ctx: Context, host: string): Promise<void> {
  await lockPublishing(ctx);
  const { rows: fresh } = await sql`
    update applet_hosts set date_published = ${ctx.clock()} where asset_id = ${host} and date_published is null returning 1`.execute(
    ctx.tx,
  );
  if (fresh.length === 0) return;
  const { rows } = await sql<{ applet: string }>`
    select x.id as applet from applets x
    where not exists (select 1 from applet_publications p where p.applet_id = x.id and p.host_id = ${host}) order by x.name`.execute(
    ctx.tx,
  );
  await publish(
    kernel,
    ctx,
    rows.map(({ applet }) => ({ applet, host })),
  );
}
