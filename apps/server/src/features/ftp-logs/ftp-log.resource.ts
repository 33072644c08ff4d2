import { text as t } from '@postern/contract/text';
import { boolean, datetime, defineResource, labelled, number, type RowOf, rowsOf, text } from '@postern/resource';
import { ofComponentSession } from '../../platform/component-sessions.ts';

/** What can happen to a file in a session (docs/wire/audits.md#transferred-files). */
export const OPERATIONS = [
  { value: 'mkdir', label: t('Make folder', '创建目录', 'フォルダー作成') },
  { value: 'rmdir', label: t('Remove folder', '删除目录', 'フォルダー削除') },
  { value: 'delete', label: t('Delete', '删除', '削除') },
  { value: 'upload', label: t('Upload', '上传', 'アップロード') },
  { value: 'rename', label: t('Rename', '重命名', '名前の変更') },
  { value: 'symlink', label: t('Make link', '创建链接', 'リンク作成') },
  { value: 'download', label: t('Download', '下载', 'ダウンロード') },
  { value: 'rename_dir', label: t('Rename folder', '重命名目录', 'フォルダー名の変更') },
] as const;

/** A file that somebody moved or changed in a session. Evidence: written once; only its copy may still arrive (decision 0076). */
export const ftpLog = defineResource({
  name: 'ftplog',
  app: 'audits',
  path: 'ftp-logs',
  table: 'ftp_logs',
  label: t('File transfer', '文件传输', 'ファイル転送'),
  labelPlural: t('File transfers', '文件传输', 'ファイル転送'),
  scope: 'org',
  audited: false,
  authored: false,
  bulk: false,
  // Components write, by routes of their own; people only read.
  verbs: ['list', 'retrieve'],
  order: '-date_start',
  orderable: ['user', 'asset', 'account', 'operate', 'filename', 'date_start', 'remote_addr', 'is_success'],
  dateField: 'date_start',
  title: 'filename',
  columns: { session_id: 'uuid not null' },
  countUpTo: 10_000,
  indexes: ['session_id', 'date_start desc'],
  fields: {
    user: text({
      label: t('User', '用户', 'ユーザー'),
      required: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    remote_addr: text({ label: t('Remote address', '远端地址', '接続元アドレス'), nullable: true }),
    asset: text({
      label: t('Asset', '资产', 'アセット'),
      max: 1024,
      required: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    account: text({
      label: t('Account', '账号', 'アカウント'),
      required: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    operate: labelled({
      label: t('Operation', '操作', '操作'),
      choices: OPERATIONS,
      required: true,
      filter: true,
      noIndex: 'narrowed by organisation and date',
    }),
    filename: text({
      label: t('File', '文件', 'ファイル'),
      max: 1024,
      required: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    /** Ours: as the one who sent it announced it. */
    size: number({ label: t('Size', '大小', 'サイズ'), nullable: true, readOnly: true, min: 0, order: false }),
    is_success: boolean({ label: t('Success', '成功', '成功'), default: true }),
    has_file: boolean({ label: t('Copy kept', '已留存文件', 'コピーあり') }),
    /** Ours: what the kept copy was when it came in. */
    file_sha256: text({
      label: t('SHA-256 of the copy', '文件 SHA-256', 'コピーの SHA-256'),
      nullable: true,
      readOnly: true,
      order: false,
    }),
    date_start: datetime({ label: t('Time', '时间', '日時'), readOnly: true, required: true }),
  },
});

export type FtpLog = RowOf<typeof ftpLog>;

/** Transfers that an actor may see. A component knows those of the sessions that it carries; another one's are none. */
export const ftpLogRows = rowsOf(ftpLog, (ctx, t) =>
  ctx.actor.kind === 'component' ? ofComponentSession(ctx, t('session_id')) : undefined,
);
