import { ACTION_TREE } from '@postern/contract/actions';
import { text as words } from '@postern/contract/text';
import {
  and,
  bits,
  boolean,
  type Context,
  can,
  computed,
  datetime,
  defineResource,
  derived,
  eb,
  json,
  listSchema,
  narrowedRows,
  objectSchema,
  or,
  type RowOf,
  reference,
  rowsOf,
  secret,
  TEXT_SCHEMA,
  text,
  uuid,
} from '@postern/resource';

const actions = bits({ label: words('Actions', '动作', '操作'), tree: ACTION_TREE });

/** Where to ask for, or close, a ticket. */
const TICKET_CALL = objectSchema({ method: TEXT_SCHEMA, url: TEXT_SCHEMA });

/** Leave to open one session, short-lived and for one person (docs/wire/authentication.md#connection-tokens). */
export const connectionToken = defineResource({
  name: 'connectiontoken',
  app: 'authentication',
  path: 'connection-token',
  table: 'connection_tokens',
  label: words('Connection token', '连接令牌', '接続トークン'),
  labelPlural: words('Connection tokens', '连接令牌', '接続トークン'),
  scope: 'system',
  rootOrg: true,
  verbs: ['list', 'retrieve', 'create'],
  bulk: false,
  clientIds: false,
  base: ['created_by', 'updated_by', 'date_created', 'date_updated'],
  fields: {
    value: computed({ label: words('Value', '值', '値'), type: 'string' }),
    user: reference('user', {
      label: words('User', '用户', 'ユーザー'),
      readOnly: true,
      required: true,
      onDelete: 'cascade',
      sameOrg: false,
    }),
    asset: reference('asset', {
      label: words('Asset', '资产', 'アセット'),
      required: true,
      onDelete: 'cascade',
      sameOrg: false,
      judged: 'by the resource',
    }),
    account: text({ label: words('Account', '账号', 'アカウント'), required: true, order: false }),
    input_username: text({ label: words('Username', '用户名', 'ユーザー名'), default: '', blank: true, order: false }),
    input_secret: secret({ label: words('Secret', '密文', 'シークレット') }),
    // As long as names of remote applications may be.
    connect_method: text({ label: words('Connect method', '连接方式', '接続方法'), max: 128, required: true, order: false }),
    connect_options: json({ label: words('Options', '连接选项', '接続オプション'), holds: { type: 'object' }, default: {} }),
    protocol: text({ label: words('Protocol', '协议', 'プロトコル'), max: 16, default: 'ssh', order: false }),
    // Set by the server from the grant; read-only on the wire.
    actions: { ...actions, options: { ...actions.options, readOnly: true, default: 0 } },
    from_ticket: computed({ label: words('Ticket', '工单', 'チケット'), type: 'object_related_field', nullable: true }),
    from_ticket_info: computed({
      label: words('Review', '审核信息', '承認情報'),
      type: 'nested object',
      // Empty without a review (tickets/reviews.ts).
      answered: {
        type: 'object',
        properties: {
          check_ticket_api: TICKET_CALL,
          close_ticket_api: TICKET_CALL,
          ticket_detail_page_url: TEXT_SCHEMA,
          assignees: listSchema(TEXT_SCHEMA),
          date_lapses: TEXT_SCHEMA,
        },
      },
    }),
    expire_time: computed({ label: words('Seconds left', '剩余秒数', '残り秒数'), type: 'integer' }),
    user_display: text({
      label: words('Name of the user', '用户名称', 'ユーザーの名前'),
      readOnly: true,
      max: 260,
      default: '',
      filter: true,
      order: false,
      noIndex: 'own rows only',
    }),
    asset_display: text({
      label: words('Asset name', '资产名称', 'アセットの名前'),
      readOnly: true,
      max: 900,
      default: '',
      filter: true,
      order: false,
      noIndex: 'own rows only',
    }),
    org_id: uuid({ label: words('Organisation ID', '组织 ID', '組織 ID'), readOnly: true, required: true, order: false }),
    org_name: computed({ label: words('Organisation', '组织', '組織'), type: 'string' }),
    is_reusable: boolean({ label: words('Reusable', '可复用', '再利用可'), readOnly: true }),
    is_active: boolean({ label: words('Active', '激活', '有効'), readOnly: true, default: true }),
    is_expired: derived({
      label: words('Expired', '已过期', '期限切れ'),
      type: 'boolean',
      order: false,
      expression: (ctx: Context) => or(eb('t.date_expired', '<=', ctx.clock()), eb('t.date_used', 'is not', null)),
    }),
    date_expired: datetime({ label: words('Expires', '失效日期', '有効期限'), readOnly: true, required: true }),
  },
  // The value is encrypted; `date_used` is set by the one exchange that wins; `from_ticket_id` is the review it waits for,
  // `component_id` the component that exchanged it.
  columns: { sealed_value: 'text not null', date_used: 'timestamptz', from_ticket_id: 'uuid', component_id: 'uuid' },
  order: '-date_expired',
  orderable: ['date_expired'],
  title: 'asset_display',
  indexes: ['user_id, date_expired', 'from_ticket_id', 'component_id'],
  actions: {
    expire: { method: 'PATCH', on: 'detail', path: 'expire', policy: can('authentication.expire_connectiontoken'), status: 204 },
  },
});

declare module '@postern/resource/database' {
  interface Columns {
    'connection_tokens.connect_options': Record<string, unknown>;
  }
}

export type TokenRow = RowOf<typeof connectionToken>;

/** Everyone's own, superusers included (CVE-2025-62712): also those that are over. */
export const ownTokenRows = rowsOf(connectionToken, ({ actor }, t) => eb(t('user_id'), '=', actor.id));

/** Of one's own those that can still be exchanged. */
export const tokenRows = narrowedRows(ownTokenRows, (ctx, t) =>
  and(eb(t('date_expired'), '>', ctx.clock()), eb(t('date_used'), 'is', null)),
);
