import { text as t } from '@postern/contract/text';
import {
  among,
  type Behaviour,
  type Context,
  can,
  comment,
  containing,
  defineResource,
  eb,
  insertMany,
  type Kernel,
  labelled,
  objectSchema,
  or,
  reference,
  TEXT_SCHEMA,
} from '@postern/resource';
import { lockByNumber } from '../../platform/database/lock.queries.ts';
import { iconPath } from '../applets/index.ts';

const view = can('terminal.view_applethost');
const change = can('terminal.change_applethost');

export const STATUSES = [
  { value: 'pending', label: t('Pending', '待定', '保留') },
  { value: 'success', label: t('Success', '成功', '成功') },
  { value: 'failed', label: t('Failed', '失败', '失敗') },
  { value: 'mismatch', label: t('Other version', '版本不一致', 'バージョン違い') },
] as const;

declare module '@postern/resource/database' {
  interface Columns {
    'applet_publications.status': (typeof STATUSES)[number]['value'];
  }
}

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
      answered: objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, display_name: TEXT_SCHEMA, icon: TEXT_SCHEMA, version: TEXT_SCHEMA }),
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
      choices: STATUSES,
    }),
    comment: comment(),
  },
});

export const publicationBehaviour: Behaviour = {
  filters: {
    search(_ctx, value) {
      const like = containing(value);
      const applets = eb
        .selectFrom('applets as x')
        .select('x.id')
        .where(or(eb('x.name', 'ilike', like), eb('x.display_name', 'ilike', like)));
      const hosts = eb.selectFrom('assets as a').select('a.id').where('a.name', 'ilike', like);
      return or(eb('t.applet_id', 'in', applets), eb('t.host_id', 'in', hosts));
    },
  },
  expand: {
    async applet(ctx, ids) {
      const rows = await ctx.tx
        .selectFrom('applets')
        .select(['id', 'name', 'display_name', 'version'])
        .where(({ ref }) => among(ref('id'), ids))
        .execute();
      return new Map(rows.map(({ id, name, display_name, version }) => [id, { id, name, display_name, icon: iconPath(name), version }]));
    },
  },
};

/** Any constant that is this lock's own. A host and an application that come at the same moment must not miss each other. */
const PUBLISHING = 7_301_003n;
const lockPublishing = (ctx: Context): Promise<void> => lockByNumber(ctx.tx, PUBLISHING);

async function publish(kernel: Kernel, ctx: Context, pairs: readonly { applet: string; host: string }[]): Promise<void> {
  const drafts = pairs.map((pair) => ({ values: { ...pair, status: 'pending', comment: '' } }));
  for (const outcome of await insertMany(kernel.byName('appletpublication'), ctx, drafts)) if ('refusal' in outcome) throw outcome.refusal;
}

/** Puts a new application on every host. */
export async function publishApplet(kernel: Kernel, ctx: Context, applet: string): Promise<void> {
  await lockPublishing(ctx);
  const rows = await ctx.tx.selectFrom('applet_hosts').select('asset_id as host').where('date_published', 'is not', null).execute();
  await publish(
    kernel,
    ctx,
    rows.map(({ host }) => ({ applet, host })),
  );
}

/** Puts every application on a host that has had none of them, once in its life. */
export async function publishOn(kernel: Kernel, ctx: Context, host: string): Promise<void> {
  await lockPublishing(ctx);
  const fresh = await ctx.tx
    .updateTable('applet_hosts')
    .set({ date_published: ctx.clock() })
    .where('asset_id', '=', host)
    .where('date_published', 'is', null)
    .returning('asset_id')
    .executeTakeFirst();
  if (!fresh) return;
  const rows = await ctx.tx
    .selectFrom('applets as x')
    .select('x.id as applet')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('applet_publications as p').select('p.id').whereRef('p.applet_id', '=', 'x.id').where('p.host_id', '=', host))),
    )
    .orderBy('x.name')
    .execute();
  await publish(
    kernel,
    ctx,
    rows.map(({ applet }) => ({ applet, host })),
  );
}
