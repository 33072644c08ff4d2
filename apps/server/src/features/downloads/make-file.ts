import { randomBytes, randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { type Text, text } from '@postern/contract/text';
import { type AuditEvent, type Context, exportList, type Kernel, mayList } from '@postern/resource';
import type { Identity } from '../../platform/auth/identity.ts';
import { personIn } from '../../platform/context.ts';
import type { Job, Run } from '../../platform/feature.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import type { Messenger } from '../notifications/index.ts';
import type { ListFile } from './list-file.resource.ts';
import { type Sealed, writePieces } from './sealed-pieces.ts';

/** The job that makes a file; also the name of the task that people see. */
export const LIST_FILE_JOB = 'list-file';
/** Bytes of one file at most: it lies in the database. */
export const MAX_BYTES = 128 * 1024 * 1024;
const DAY_MS = 86_400_000;

export interface MakeDeps {
  kernel(): Kernel;
  identity(): Identity;
  system: SystemAccess;
  messenger: Pick<Messenger, 'send'>;
  settings: SettingsReader;
}

/** For how many days a file is kept. */
const daysOf = ({ settings }: Pick<MakeDeps, 'settings'>): number => settings.get('EXPORT_FILE_KEEP_DAYS');

const READY: { subject: Text; message: Text } = {
  subject: text('Your export is ready: {name}', '导出已完成：{name}', 'エクスポートが完了しました：{name}'),
  message: text(
    '<p><a href="/ui/profile/downloads">Download {name}</a>: {rows} rows, kept for {days} days.</p>',
    '<p><a href="/ui/profile/downloads">下载 {name}</a>：共 {rows} 行，保留 {days} 天。</p>',
    '<p><a href="/ui/profile/downloads">{name} をダウンロード</a>：{rows} 行、{days} 日間保存されます。</p>',
  ),
};
const FAILED: { subject: Text; message: Text } = {
  subject: text('Your export could not be made: {name}', '导出失败：{name}', 'エクスポートできませんでした：{name}'),
  message: text(
    '<p><a href="/ui/profile/downloads">Show your downloads</a></p>',
    '<p><a href="/ui/profile/downloads">查看下载</a></p>',
    '<p><a href="/ui/profile/downloads">ダウンロードを表示</a></p>',
  ),
};

const underWay = ({ tx }: Pick<Context, 'tx'>, id: string) =>
  tx.updateTable('list_files').where('id', '=', id).where('state', 'in', ['waiting', 'running']);

/**
 * The one who asked for a file, with the rights that they have now, in the organisation in which they asked.
 * @throws CodedError permission_denied when they may no longer list what it holds, or no longer log in
 */
export async function ownerOf({ kernel, identity }: Pick<MakeDeps, 'kernel' | 'identity'>, ctx: Context, file: ListFile): Promise<Context> {
  const owner = await personIn(ctx, identity(), file.user_id, file.org_id);
  if (!owner || !mayList(kernel().byName(file.resource), owner)) throw new CodedError('permission_denied');
  return { ...owner, language: file.language, timeZone: file.time_zone };
}

/** The kernel, with the run of the file in place of one that its export would begin. */
const carriedBy = (kernel: Kernel, run: Run): Kernel => ({
  ...kernel,
  hooks: {
    ...kernel.hooks,
    transfers: {
      ...kernel.hooks.transfers,
      download: async () => ({ signal: run.signal, progress: (done) => run.progress(done), end: async () => undefined }),
    },
  },
});

/** Makes a file, from its beginning whoever takes it up: what an earlier try wrote is never part of it. */
async function make(deps: MakeDeps, ctx: Context, run: Run): Promise<void> {
  const file = await underWay(ctx, run.id).set({ state: 'running' }).returningAll().executeTakeFirst();
  if (!file) return;
  const events: AuditEvent[] = [];
  const owner = { ...(await ownerOf(deps, ctx, file)), audit: (event: AuditEvent) => void events.push(event) };
  let rows = 0;
  const kernel = carriedBy(deps.kernel(), run);
  const { body } = await exportList(kernel, kernel.byName(file.resource), owner, { query: file.query }, file.file_format, {
    counted(total) {
      rows = total;
      run.progress(0, total);
    },
  });
  const sealed: Sealed = { id: file.id, made: randomUUID(), key: randomBytes(32) };
  const bytes = await writePieces(ctx.tx, sealed, body as AsyncIterable<Uint8Array>, MAX_BYTES, run.signal);
  // Rights that were taken while it was written count as well.
  await ownerOf(deps, ctx, file);
  run.progress(rows, rows);
  run.atEnd(async (last) => {
    await underWay(last, file.id)
      .set({
        state: 'ready',
        rows,
        bytes,
        made: sealed.made,
        sealed_key: last.secrets.encrypt(sealed.key.toString('base64')),
        date_expired: new Date(last.clock().getTime() + daysOf(deps) * DAY_MS),
      })
      .execute();
    await last.tx.deleteFrom('list_file_pieces').where('file_id', '=', file.id).where('made', '<>', sealed.made).execute();
    for (const event of events) last.audit({ ...event, by: owner.actor, orgId: file.org_id });
  });
}

async function brokenOff(ctx: Context, id: string): Promise<void> {
  await underWay(ctx, id).set({ state: 'failed' }).execute();
  await ctx.tx.deleteFrom('list_file_pieces').where('file_id', '=', id).execute();
}

/** Tells the one who asked, with the way to the file, and no second time as of any other task. */
async function tell(deps: MakeDeps, ctx: Context, id: string): Promise<undefined> {
  const file = await ctx.tx.selectFrom('list_files').selectAll().where('id', '=', id).executeTakeFirst();
  if (!file) return;
  const params = { name: file.name, rows: file.rows, days: daysOf(deps) };
  await deps.messenger.send(ctx, [file.user_id], { ...(file.state === 'ready' ? READY : FAILED), params, kind: 'tasks' });
}

export const makeFileJob = (deps: MakeDeps): Job => ({
  name: LIST_FILE_JOB,
  task: {
    label: text('Make a file of a list', '生成列表文件', '一覧のファイル作成'),
    brokenOff,
    tells: (ctx, run) => tell(deps, ctx, run),
  },
  awaited: true,
  transaction: false,
  run: (ctx, _data, run) => make(deps, ctx, run),
});

/** Removes what is kept no longer; its row says so until its owner removes it, or as long again has gone. */
export const expireFilesJob = (deps: Pick<MakeDeps, 'settings'>): Job => ({
  name: 'downloads.expire',
  schedule: '*/10 * * * *',
  async run(ctx) {
    const now = ctx.clock();
    const over = ctx.tx.selectFrom('list_files').select('id').where('date_expired', '<', now);
    await ctx.tx.deleteFrom('list_file_pieces').where('file_id', 'in', over).execute();
    await ctx.tx.updateTable('list_files').set({ state: 'expired' }).where('state', '=', 'ready').where('date_expired', '<', now).execute();
    const long = new Date(now.getTime() - 2 * daysOf(deps) * DAY_MS);
    await ctx.tx.deleteFrom('list_files').where('state', 'in', ['failed', 'expired']).where('date_created', '<', long).execute();
  },
});
