import { ACTION_TREE, ALL_ACTIONS } from '@postern/contract/actions';
import { readDestination } from '@postern/contract/forward-destinations';
import { GRANT_GAPS } from '@postern/contract/grant-gaps';
import { text as words } from '@postern/contract/text';
import {
  and,
  at,
  bits,
  boolean,
  type Column,
  type Context,
  comment,
  computed,
  datetime,
  defineResource,
  derived,
  eb,
  labelled,
  listSchema,
  manyToMany,
  objectSchema,
  Problem,
  rowsOf,
  TEXT_SCHEMA,
  textList,
  uniqueName,
  type Where,
} from '@postern/resource';

const MAX_DESTINATIONS = 200;
/** A permission lives this long unless said otherwise. */
const DAYS = 70 * 365;
const MS_PER_DAY = 86_400_000;

/** Between its dates at this moment. */
const running = (ctx: Context, t: Column): Where => and(eb(t('date_start'), '<=', ctx.clock()), eb(t('date_expired'), '>', ctx.clock()));

/** In force at this moment, or later without anybody doing anything. */
export const notEnded = (ctx: Context, t: Column): Where => and(eb(t('is_active'), '=', true), eb(t('date_expired'), '>', ctx.clock()));

/** In force at this moment. */
export const inForce = (ctx: Context, t: Column): Where => and(eb(t('is_active'), '=', true), running(ctx, t));

/** Entries that no gateway could read would be refused there, silently. */
function forwardTo() {
  const field = textList({
    label: words('Forward to', '转发目标', '転送先'),
    help: words(
      'Where ports may be forwarded to beside the asset itself: db.internal:5432, *.example.com:443, 10.0.0.0/8:8000-8999, * for anywhere.',
      '除资产自身外，允许转发到的目标：db.internal:5432、*.example.com:443、10.0.0.0/8:8000-8999，* 表示任意。',
      'アセット自身のほかに転送できる宛先：db.internal:5432、*.example.com:443、10.0.0.0/8:8000-8999。* はすべて。',
    ),
    max: 255,
    most: MAX_DESTINATIONS,
    default: [],
  });
  const { kind } = field;
  return {
    ...field,
    kind: {
      ...kind,
      parse(...given: Parameters<typeof kind.parse>) {
        const entries = kind.parse(...given) as string[];
        const wrong = entries.find((entry) => !readDestination(entry));
        if (wrong !== undefined) throw new Problem('invalid_destination', { value: wrong.slice(0, 64) });
        return entries;
      },
    },
  };
}

/** Who may do what with which assets, as which accounts, and when (docs/wire/permissions.md#permissions). */
export const assetPermission = defineResource({
  name: 'assetpermission',
  app: 'perms',
  path: 'asset-permissions',
  table: 'asset_permissions',
  label: words('Asset permission', '资产授权', 'アセット権限'),
  labelPlural: words('Asset permissions', '资产授权', 'アセット権限'),
  scope: 'org',
  base: ['created_by', 'date_created'],
  fields: {
    name: uniqueName('org'),
    users: manyToMany('user', {
      label: words('Users', '用户', 'ユーザー'),
      through: { table: 'asset_permission_users', mine: 'permission_id', theirs: 'user_id' },
    }),
    user_groups: manyToMany('usergroup', {
      label: words('User groups', '用户组', 'ユーザーグループ'),
      through: { table: 'asset_permission_groups', mine: 'permission_id', theirs: 'group_id' },
    }),
    assets: manyToMany('asset', {
      label: words('Assets', '资产', 'アセット'),
      through: { table: 'asset_permission_assets', mine: 'permission_id', theirs: 'asset_id' },
    }),
    nodes: manyToMany('node', {
      label: words('Nodes', '节点', 'ノード'),
      through: { table: 'asset_permission_nodes', mine: 'permission_id', theirs: 'node_id' },
    }),
    accounts: textList({ label: words('Accounts', '账号', 'アカウント'), max: 128, default: [] }),
    actions: bits({ label: words('Actions', '动作', '操作'), tree: ACTION_TREE, default: ALL_ACTIONS }),
    /** Ours: where `forward` leads beside the asset itself (docs/wire/permissions.md#destinations). */
    forward_to: forwardTo(),
    /** Ours: what happens to a session whose evidence cannot be kept (docs/evidence.md#recording). */
    recording: labelled({
      label: words('Recording', '录像', '録画'),
      help: words(
        'Strict: a session that cannot be recorded ends. Best effort: it goes on without a recording.',
        '严格：无法录像时结束会话。尽力：无法录像时会话继续。',
        '厳格：録画できないセッションは終了します。ベストエフォート：録画なしで続行します。',
      ),
      default: 'strict',
      choices: [
        { value: 'strict', label: words('Strict', '严格', '厳格') },
        { value: 'best_effort', label: words('Best effort', '尽力', 'ベストエフォート') },
      ],
    }),
    comment: comment(),
    is_active: boolean({ label: words('Active', '激活', '有効'), default: true }),
    is_expired: derived({
      label: words('Expired', '已过期', '期限切れ'),
      type: 'boolean',
      order: false,
      expression: (ctx) => eb.not(running(ctx, at('t'))),
    }),
    is_valid: derived({
      label: words('In force', '生效中', '発効中'),
      type: 'boolean',
      order: false,
      filter: true,
      expression: (ctx) => inForce(ctx, at('t')),
    }),
    /** Ours: why nobody gets anything by it; empty where somebody does. */
    gaps: computed({
      label: words('Grants nothing', '未授予任何权限', '付与なし'),
      type: 'list',
      answered: listSchema(objectSchema({ value: { enum: [...GRANT_GAPS] }, label: TEXT_SCHEMA })),
      unexported: true,
    }),
    from_ticket: boolean({
      label: words('From a ticket', '来自工单', 'チケットから'),
      readOnly: true,
      filter: true,
      noIndex: 'two values',
    }),
    date_start: datetime({ label: words('Starts', '开始日期', '開始日時'), default: (ctx: Context) => ctx.clock() }),
    date_expired: datetime({
      label: words('Expires', '失效日期', '有効期限'),
      default: (ctx: Context) => new Date(ctx.clock().getTime() + DAYS * MS_PER_DAY),
    }),
  },
  order: 'name',
  mini: ['id', 'name'],
  small: [
    'id',
    'name',
    'accounts',
    'actions',
    'comment',
    'is_active',
    'is_expired',
    'is_valid',
    'gaps',
    'from_ticket',
    'date_start',
    'date_expired',
    'created_by',
    'date_created',
  ],
});

/** Permissions of the current organisation; all of them in the root one. */
export const permissionRows = rowsOf(assetPermission);

declare module '@postern/resource/database' {
  interface Columns {
    'asset_permissions.accounts': readonly string[];
    'asset_permissions.forward_to': readonly string[];
    'asset_permissions.recording': 'strict' | 'best_effort';
  }
}
