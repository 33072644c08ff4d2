import type { ChainLine } from '@postern/contract/evidence';
import { END_REASONS, SESSION_ENDS } from '@postern/contract/session-end';
import { type Language, type Text, text as t } from '@postern/contract/text';
import {
  type ActionShape,
  boolean,
  can,
  computed,
  datetime,
  defineResource,
  integer,
  json,
  labelled,
  type RowOf,
  reference,
  text,
  uuid,
} from '@postern/resource';
import { labelledAs, shown, WORDS } from '../../platform/shown.ts';

const replayShape: ActionShape = {
  one: true,
  title: t('Recording', '录像', '録画'),
  fields: {
    type: shown(WORDS.type, 'string', { sometimes: true }),
    src: shown(WORDS.address, 'string', { sometimes: true }),
    // While it is fetched there is nothing but these three.
    status: shown(WORDS.status, 'string', { sometimes: true }),
    start_time: shown(t('Asked at', '请求时间', '要求日時'), 'float', { sometimes: true }),
    key: shown(WORDS.key, 'string', { sometimes: true }),
    user: shown(WORDS.user, 'string', { sometimes: true }),
    asset: shown(WORDS.asset, 'string', { sometimes: true }),
    account: shown(t('Account', '账号', 'アカウント'), 'string', { sometimes: true }),
    system_user: shown(t('Account', '账号', 'アカウント'), 'string', { sometimes: true }),
    date_start: shown(t('Start', '开始时间', '開始'), 'datetime', { sometimes: true }),
    date_end: shown(t('End', '结束时间', '終了'), 'datetime', { sometimes: true, nullable: true }),
    download_url: shown(t('Download', '下载', 'ダウンロード'), 'string', { sometimes: true }),
  },
};

export const LOGIN_FROM = [
  { value: 'ST', label: t('SSH terminal', 'SSH 终端', 'SSH ターミナル') },
  { value: 'RT', label: t('RDP terminal', 'RDP 终端', 'RDP ターミナル') },
  { value: 'WT', label: t('Web terminal', 'Web 终端', 'Webターミナル') },
  { value: 'DT', label: t('Database client', '数据库客户端', 'データベースクライアント') },
];

/** Words of a reason without what belongs to a single session. */
const bare = (words: Text): Text => {
  const cut = (language: Language) => words[language].replace(/["“「]?\{\w+\}["”」]?/g, '…');
  return t(cut('en'), cut('zh'), cut('ja'));
};

/** What proves a recording. */
export const REPLAY_PROOFS = {
  chained: t('Chained', '已链式校验', 'チェーンあり'),
  not_chained: t('Not chained', '未链式校验', 'チェーンなし'),
} as const;

declare module '@postern/resource/database' {
  interface Columns {
    'sessions.replay_chain': readonly ChainLine[] | null;
  }
}

/** One carried session (docs/wire/sessions.md#sessions). Evidence: people and assets are snapshots of text, so it outlives them. */
export const session = defineResource({
  name: 'session',
  app: 'terminal',
  path: 'sessions',
  aliases: ['terminals/sessions'],
  table: 'sessions',
  label: t('Session', '会话', 'セッション'),
  labelPlural: t('Sessions', '会话', 'セッション'),
  scope: 'org',
  // Machine traffic: a session's own row is the record, and ending one is audited by its own event.
  audited: false,
  verbs: ['list', 'retrieve', 'create', 'update'],
  order: '-date_start',
  orderable: ['user', 'asset', 'account', 'date_start', 'date_end', 'remote_addr', 'login_from', 'is_finished'],
  dateField: 'date_start',
  title: 'user',
  columns: { date_alive: 'timestamptz', replay_path: 'text', replay_chain: 'jsonb', replay_bytes: 'bigint', replay_sha256: 'text' },
  countUpTo: 10_000,
  indexes: [
    'user_id',
    'asset_id',
    'account_id',
    'date_start desc nulls last',
    'org_id, date_start desc nulls last',
    'org_id, is_finished, date_start desc nulls last',
    'is_finished, date_alive',
  ],
  fields: {
    user: text({
      createOnly: true,
      label: t('User', '用户', 'ユーザー'),
      required: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    user_id: text({ createOnly: true, label: t('User ID', '用户 ID', 'ユーザー ID'), max: 36, default: '', blank: true }),
    asset: text({
      createOnly: true,
      label: t('Asset', '资产', 'アセット'),
      required: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    asset_id: text({ createOnly: true, label: t('Asset ID', '资产 ID', 'アセット ID'), max: 36, default: '', blank: true }),
    account: text({
      createOnly: true,
      label: t('Account', '账号', 'アカウント'),
      required: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    account_id: text({ createOnly: true, label: t('Account ID', '账号 ID', 'アカウント ID'), required: true }),
    protocol: text({ createOnly: true, label: t('Protocol', '协议', 'プロトコル'), required: true, max: 16, filter: true, search: true }),
    type: labelled({
      createOnly: true,
      label: t('Type', '类型', '種類'),
      default: 'normal',
      choices: [
        { value: 'normal', label: t('Terminal', '终端', 'ターミナル') },
        { value: 'tunnel', label: t('Tunnel', '隧道', 'トンネル') },
        { value: 'command', label: t('Command', '命令', 'コマンド') },
        { value: 'sftp', label: t('SFTP', 'SFTP', 'SFTP') },
      ],
    }),
    login_from: labelled({
      createOnly: true,
      label: t('Login from', '登录来源', '接続元'),
      default: 'ST',
      choices: LOGIN_FROM,
      filter: true,
      search: false,
    }),
    remote_addr: text({
      createOnly: true,
      label: t('Remote address', '远端地址', '接続元アドレス'),
      nullable: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    comment: text({ label: t('Comment', '备注', '備考'), multiline: true, nullable: true, order: false }),
    terminal: reference('terminal', {
      label: t('Component', '组件', 'コンポーネント'),
      readOnly: true,
      nullable: true,
      show: ['id', 'name', 'type'],
      filter: true,
      onDelete: 'set null',
    }),
    terminal_display: computed({ label: t('Component name', '组件名称', 'コンポーネント名'), type: 'string' }),
    command_amount: computed({ label: t('Commands', '命令数', 'コマンド数'), type: 'integer' }),
    /** Writable here: components name the organisation while they work in the root one. */
    org_id: uuid({ label: t('Organisation ID', '组织 ID', '組織 ID'), order: false, createOnly: true }),
    is_success: boolean({ label: t('Success', '成功', '成功'), default: true }),
    is_finished: boolean({
      label: t('Finished', '已结束', '終了'),
      filter: true,
      noIndex: 'led by the organisation in an index of its own',
    }),
    has_replay: boolean({ label: t('Has replay', '有录像', '録画あり') }),
    /** Ours: how it ended (contract session-end.ts), told by the component that carried it. */
    end_reason: labelled({
      label: t('End reason', '结束原因', '終了理由'),
      nullable: true,
      filter: true,
      noIndex: 'narrowed by organisation and date',
      choices: END_REASONS.map((value) => ({ value, label: bare(SESSION_ENDS[value].text) })),
    }),
    end_params: json({ label: t('End details', '结束详情', '終了の詳細'), default: {} }),
    end_reason_display: computed({ label: t('Ended because', '结束说明', '終了の説明'), type: 'string' }),
    /** Ours: lines that somebody entered and that are not among the commands. */
    unread_lines: integer({
      label: t('Unread lines', '未读取的行', '読めなかった行'),
      default: 0,
      min: 0,
      max: 2_000_000_000,
      order: false,
    }),
    has_command: boolean({ label: t('Has commands', '有命令', 'コマンドあり') }),
    /** Ours: whether a hash chain proves the recording. Components of others give none (docs/evidence.md). */
    replay_proof: computed({
      label: t('Proof of the recording', '录像校验', '録画の証明'),
      type: 'labeled_choice',
      nullable: true,
      answered: labelledAs('chained', 'not_chained'),
    }),
    can_replay: computed({ label: t('Can replay', '可回放', '再生可'), type: 'boolean' }),
    can_join: computed({ label: t('Can watch', '可监控', '監視可'), type: 'boolean' }),
    can_terminate: computed({ label: t('Can terminate', '可终止', '終了可'), type: 'boolean' }),
    date_start: datetime({
      createOnly: true,
      label: t('Start', '开始时间', '開始'),
      default: () => new Date(),
      order: true,
      noIndex: 'led by the organisation in an index of its own',
    }),
    date_end: datetime({ label: t('End', '结束时间', '終了日時'), nullable: true }),
  },
  actions: {
    replay: {
      method: 'GET',
      on: 'detail',
      path: 'replay',
      policy: can('terminal.view_sessionreplay'),
      transaction: true,
      shape: replayShape,
    },
    download: {
      method: 'GET',
      on: 'detail',
      path: 'replay/download',
      policy: can('terminal.download_sessionreplay'),
      transaction: true,
      media: 'application/octet-stream',
    },
    bundle: {
      method: 'GET',
      on: 'detail',
      path: 'replay/bundle',
      policy: can('terminal.download_sessionreplay'),
      transaction: true,
      media: 'application/x-tar',
    },
  },
});

export type SessionRow = RowOf<typeof session>;
