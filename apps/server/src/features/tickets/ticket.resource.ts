import { ACTION, ACTION_TREE } from '@postern/contract/actions';
import { type Text, text as words } from '@postern/contract/text';
import {
  type ActionDefinition,
  bits,
  boolean,
  can,
  computed,
  datetime,
  defineResource,
  deriveResource,
  type Field,
  INTEGER_SCHEMA,
  json,
  labelled,
  listSchema,
  manyToMany,
  objectSchema,
  type ResourceDefinition,
  type RowOf,
  recordSchema,
  reference,
  TEXT_SCHEMA,
  text,
  textList,
  uuid,
} from '@postern/resource';
import { DONE } from '../../platform/shown.ts';

/** Tickets (docs/wire/tickets.md#states-and-levels): the one that people open, and the three that access rules do. */

export type TicketType = 'apply_asset' | 'login_confirm' | 'login_asset_confirm' | 'command_confirm';
export type TicketState = 'pending' | 'approved' | 'rejected' | 'closed';

declare module '@postern/resource/database' {
  interface Columns {
    'tickets.type': TicketType;
    'tickets.state': TicketState;
    'tickets.status': 'open' | 'closed';
    'tickets.apply_accounts': readonly string[];
    'tickets.rel_snapshot': Readonly<Record<string, string>>;
  }
}

export const TYPES: readonly { value: TicketType; label: Text }[] = [
  { value: 'apply_asset', label: words('Access request', '资产授权申请', 'アクセス申請') },
  { value: 'login_confirm', label: words('Login review', '登录审核', 'ログインの承認') },
  { value: 'login_asset_confirm', label: words('Connection review', '资产登录审核', '接続の承認') },
  { value: 'command_confirm', label: words('Command review', '命令复核', 'コマンドの承認') },
];

export const STATES = [
  { value: 'pending', label: words('Open', '待处理', '未処理') },
  { value: 'approved', label: words('Approved', '已批准', '承認済み') },
  { value: 'rejected', label: words('Rejected', '已拒绝', '却下') },
  { value: 'closed', label: words('Closed', '已关闭', '終了') },
];

export const STATUSES = [
  { value: 'open', label: words('Open', '进行中', '進行中') },
  { value: 'closed', label: words('Finished', '已完成', '完了') },
];

export const LEVELS = [
  { value: 1, label: words('One level', '一级', '1段階') },
  { value: 2, label: words('Two levels', '二级', '2段階') },
] as const;

/** What the assets that a ticket is about were called, as one text: an index of its own finds words in it. */
const ABOUT_ASSETS = `apply_run_asset || chr(10) || coalesce(rel_snapshot ->> 'apply_login_asset', '') || chr(10) || coalesce(rel_snapshot ->> 'apply_assets', '')`;

const may = can('tickets.view_ticket');
const decision = (method: ActionDefinition['method'], path: string): ActionDefinition => ({
  method,
  on: 'detail',
  path,
  policy: may,
  answer: DONE,
  // Of two who approve at once, the second has not seen what came of the first.
  unlocked: true,
});

/** One level of the decision. */
const STEP = objectSchema({
  state: TEXT_SCHEMA,
  assignees: listSchema(TEXT_SCHEMA),
  assignees_display: listSchema(TEXT_SCHEMA),
  processor: TEXT_SCHEMA,
  processor_display: TEXT_SCHEMA,
  approval_level: INTEGER_SCHEMA,
  approval_date: TEXT_SCHEMA,
});

/** Every ticket, whatever it is about. */
export const ticket = defineResource({
  name: 'ticket',
  app: 'tickets',
  path: 'tickets',
  table: 'tickets',
  label: words('Ticket', '工单', 'チケット'),
  labelPlural: words('Tickets', '工单', 'チケット'),
  scope: 'system',
  verbs: ['list', 'retrieve'],
  clientIds: false,
  base: ['date_created', 'date_updated'],
  title: 'title',
  order: '-date_created',
  orderable: ['title', 'serial_num', 'date_created'],
  fields: {
    title: text({ label: words('Title', '标题', 'タイトル'), max: 256, required: true, readOnly: true, filter: true, search: true }),
    serial_num: text({ label: words('No.', '编号', '番号'), nullable: true, readOnly: true, unique: 'global' }),
    type: labelled({
      label: words('Type', '类型', '種類'),
      required: true,
      readOnly: true,
      choices: TYPES,
      filter: true,
      order: false,
      noIndex: 'few values',
    }),
    state: labelled({
      label: words('State', '状态', '状態'),
      default: 'pending',
      readOnly: true,
      choices: STATES,
      filter: true,
      order: false,
      noIndex: 'few values',
    }),
    status: labelled({
      label: words('Progress', '进度', '進捗'),
      default: 'open',
      readOnly: true,
      choices: STATUSES,
      filter: true,
      order: false,
      noIndex: 'few values',
    }),
    approval_step: labelled({
      label: words('Level', '审批级别', '承認レベル'),
      default: 1,
      readOnly: true,
      order: false,
      choices: LEVELS,
    }),
    applicant: reference('user', {
      label: words('Applicant', '申请人', '申請者'),
      nullable: true,
      readOnly: true,
      filter: true,
      sameOrg: false,
      onDelete: 'set null',
    }),
    process_map: computed({ label: words('Steps', '处理流程', '処理の流れ'), type: 'list', answered: listSchema(STEP) }),
    rel_snapshot: json({
      label: words('As it was', '快照', '申請時の内容'),
      readOnly: true,
      holds: recordSchema(TEXT_SCHEMA),
      default: {},
    }),
    org_id: uuid({ label: words('Organisation ID', '组织 ID', '組織 ID'), readOnly: true, required: true, order: false }),
    org_name: computed({ label: words('Organisation', '组织', '組織'), type: 'string' }),
    comment: text({
      label: words('Comment', '备注', '備考'),
      multiline: true,
      default: '',
      blank: true,
      readOnly: true,
      order: false,
    }),
    /** Nobody having decided until then, it is closed (decision 0047). */
    date_lapses: datetime({ label: words('Waits until', '截止时间', '期限'), required: true, readOnly: true, order: false }),
  },
  columns: {
    /** Rule that asked for it, and the component that asked for the person; neither is on the wire. */
    acl_id: 'uuid',
    opened_by: 'uuid',
    /** When those who may decide are reminded next, and how often they were at this level. */
    date_reminds: 'timestamptz',
    reminded: 'integer not null default 0',
    /** What was approved has been done; not again. */
    date_used: 'timestamptz',
    /** The request that this one asks to go on with. */
    renews_id: 'uuid',
    /** When the applicant was told that what they were given ends. */
    end_told: 'timestamptz',
  },
  fewEach: true,
  indexes: [
    'status, date_lapses',
    'status, date_reminds',
    `date_created, id where state = 'pending'`,
    `gin((${ABOUT_ASSETS}) gin_trgm_ops)`,
  ],
  actions: {
    approve: decision(['PUT', 'PATCH'], 'approve'),
    reject: decision('PUT', 'reject'),
    close: decision('PUT', 'close'),
    session: { method: 'GET', on: 'detail', path: 'session', policy: may, shape: { rows: 'session', view: 'detail' } },
  },
});

const { session: _session, ...decisions } = ticket.actions ?? {};

const typed = (name: string, path: string, label: Text, fields: Readonly<Record<string, Field>>): ResourceDefinition =>
  deriveResource(ticket, {
    name,
    path,
    permissionModel: 'ticket',
    label,
    labelPlural: label,
    actions: decisions,
    // The person is stored as in the list of all; here they are shown as text.
    columns: { ...ticket.columns, applicant_id: 'uuid' },
    fields: { applicant: computed({ label: words('Applicant', '申请人', '申請者'), type: 'string' }), ...fields },
  });

const shown = (label: Text, max: number) => text({ label, max, default: '', blank: true, readOnly: true, order: false });
const gone = (target: string, label: Text): Field =>
  reference(target, { label, nullable: true, readOnly: true, sameOrg: false, onDelete: 'set null' });

export const loginTicket = typed('applyloginticket', 'apply-login-tickets', words('Login review', '登录审核', 'ログインの承認'), {
  apply_login_ip: text({ label: words('Address', 'IP 地址', 'IP アドレス'), max: 64, nullable: true, readOnly: true, order: false }),
  apply_login_city: text({ label: words('City', '城市', '都市'), max: 64, nullable: true, readOnly: true, order: false }),
  apply_login_datetime: datetime({ label: words('Time', '时间', '日時'), nullable: true, readOnly: true, order: false }),
});

export const assetTicket = typed(
  'applyloginassetticket',
  'apply-login-asset-tickets',
  words('Connection review', '资产登录审核', '接続の承認'),
  {
    apply_login_user: gone('user', words('User', '用户', 'ユーザー')),
    apply_login_asset: gone('asset', words('Asset', '资产', 'アセット')),
    apply_login_account: shown(words('Account', '账号', 'アカウント'), 128),
  },
);

export const commandTicket = typed('applycommandticket', 'apply-command-tickets', words('Command review', '命令复核', 'コマンドの承認'), {
  apply_run_user: gone('user', words('User', '用户', 'ユーザー')),
  apply_run_asset: shown(words('Asset', '资产', 'アセット'), 256),
  apply_run_account: shown(words('Account', '账号', 'アカウント'), 128),
  apply_run_command: shown(words('Command', '命令', 'コマンド'), 4096),
  apply_from_session: reference('session', {
    label: words('Session', '会话', 'セッション'),
    nullable: true,
    readOnly: true,
    show: ['id'],
    sameOrg: false,
    onDelete: 'set null',
  }),
  apply_from_cmd_filter_acl: gone('commandfilteracl', words('Rule', '规则', 'ルール')),
});

/** What the parts of a request are called, where they are asked for, given and changed. */
export const WANTED_WORDS = {
  nodes: words('Nodes', '节点', 'ノード'),
  assets: words('Assets', '资产', 'アセット'),
  accounts: words('Accounts', '账号', 'アカウント'),
  actions: words('Actions', '动作', '操作'),
  start: words('Starts', '开始日期', '開始日時'),
  ends: words('Ends', '失效日期', '終了日時'),
} as const;

const { approve: _approve, ...turnedDown } = decisions;

/** What people ask for, and what is given them once it is approved (docs/wire/tickets.md#asking-for-access). It is approved by a call with a body. */
export const accessRequest = deriveResource(
  typed('applyassetticket', 'apply-asset-tickets', words('Access request', '资产授权申请', 'アクセス申請'), {
    apply_permission_name: shown(words('Permission', '授权名称', '権限名'), 128),
    apply_nodes: manyToMany('node', {
      label: WANTED_WORDS.nodes,
      readOnly: true,
      sameOrg: false,
      through: { table: 'ticket_nodes', mine: 'ticket_id', theirs: 'node_id' },
    }),
    apply_assets: manyToMany('asset', {
      label: WANTED_WORDS.assets,
      readOnly: true,
      sameOrg: false,
      through: { table: 'ticket_assets', mine: 'ticket_id', theirs: 'asset_id' },
    }),
    apply_accounts: textList({ label: WANTED_WORDS.accounts, max: 128, default: [], readOnly: true }),
    apply_actions: bits({ label: WANTED_WORDS.actions, tree: ACTION_TREE, default: ACTION.connect, readOnly: true }),
    apply_date_start: datetime({ label: WANTED_WORDS.start, nullable: true, readOnly: true, order: false }),
    apply_date_expired: datetime({ label: WANTED_WORDS.ends, nullable: true, readOnly: true, order: false }),
    taken: boolean({ label: words('Taken without approval', '未经审批直接访问', '承認なしで取得'), default: false, readOnly: true }),
  }),
  { name: 'applyassetticket', path: 'apply-asset-tickets', actions: turnedDown },
);

/** What has become of a ticket at a moment: one whose time is over counts as closed, whether or not the job has come by. */
export function standingAt({ state, status, date_lapses }: Pick<RowOf<typeof ticket>, 'state' | 'status' | 'date_lapses'>, now: Date) {
  const over = date_lapses <= now;
  return { state: over && status === 'open' ? 'closed' : state, status: over ? 'closed' : status } as const;
}
