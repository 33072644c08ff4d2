import type { FieldType } from '@postern/contract/metadata';
import { type Text, text } from '@postern/contract/text';
import {
  type ActionShape,
  computed,
  type Field,
  type FieldOptions,
  FLAG_SCHEMA,
  listSchema,
  objectSchema,
  type Schema,
  TEXT_SCHEMA,
} from '@postern/resource';

/** What hand-written answers are made of, for their metadata: fields that are shown and nothing else. */

/** Labels that answers of several features have in common. */
export const WORDS = {
  id: text('ID', 'ID', 'ID'),
  name: text('Name', '名称', '名前'),
  username: text('Username', '用户名', 'ユーザー名'),
  address: text('Address', '地址', 'アドレス'),
  type: text('Type', '类型', '種類'),
  label: text('Label', '标签', 'ラベル'),
  value: text('Value', '值', '値'),
  user: text('User', '用户', 'ユーザー'),
  userName: text('Name of the user', '用户名称', 'ユーザーの名前'),
  group: text('User group', '用户组', 'ユーザーグループ'),
  groupName: text('User group name', '用户组名称', 'ユーザーグループの名前'),
  asset: text('Asset', '资产', 'アセット'),
  assetName: text('Asset name', '资产名称', 'アセットの名前'),
  node: text('Node', '节点', 'ノード'),
  nodeName: text('Node name', '节点名称', 'ノードの名前'),
  key: text('Key', '键', 'キー'),
  comment: text('Comment', '备注', '備考'),
  status: text('Status', '状态', '状態'),
  state: text('State', '状态', '状態'),
  description: text('Description', '描述', '説明'),
  organisation: text('Organisation', '组织', '組織'),
  amount: text('Assets', '资产数量', 'アセット数'),
  actions: text('Actions', '动作', '操作'),
  address_ip: text('IP address', 'IP 地址', 'IP アドレス'),
  date: text('Date', '日期', '日時'),
  created: text('Date created', '创建日期', '作成日時'),
  updated: text('Date updated', '更新日期', '更新日時'),
  message: text('Message', '消息', 'メッセージ'),
  result: text('Result', '结果', '結果'),
  details: text('Details', '详情', '詳細'),
} as const satisfies Record<string, Text>;

/** A value that is shown; its label, and its type where it is no text. */
export const shown = (
  label: Text,
  type: FieldType = 'string',
  more: Pick<FieldOptions, 'nullable' | 'sometimes' | 'answered'> = {},
): Field => computed({ label, type, ...more });

/** What a node stands for. */
const META: Schema = {
  type: 'object',
  properties: { type: TEXT_SCHEMA, data: { type: 'object' } },
  required: ['type'],
  additionalProperties: true,
};

/** Nodes of any tree (docs/wire/conventions.md#trees). */
export const treeShape = (title: Text): ActionShape => ({
  title,
  called: 'tree.node',
  fields: {
    id: shown(WORDS.id),
    name: shown(WORDS.name),
    title: shown(text('Title', '标题', 'タイトル')),
    pId: shown(text('Parent', '上级', '親')),
    iconSkin: shown(text('Icon', '图标', 'アイコン'), 'string', { sometimes: true }),
    type: shown(WORDS.type, 'string', { sometimes: true }),
    meta: shown(WORDS.details, 'field', { answered: META }),
    isParent: shown(text('Has children', '有下级', '子がある'), 'boolean'),
    open: shown(text('Open', '展开', '展開'), 'boolean'),
    nocheck: shown(text('No checkbox', '无复选框', 'チェックボックスなし'), 'boolean', { sometimes: true }),
    checked: shown(text('Checked', '已选中', '選択済み'), 'boolean', { sometimes: true, nullable: true }),
    halfCheck: shown(text('Partly checked', '部分选中', '一部選択'), 'boolean', { sometimes: true }),
    chkDisabled: shown(text('Locked', '不可选', '選択不可'), 'boolean', { sometimes: true }),
  },
});

/** Null and nothing else. */
export const NO_VALUE: Schema = { type: 'null' };
export const orNull = (schema: Schema): Schema => ({ ...schema, nullable: true });

/** An answer that no metadata draws: what a write answers, or what no form shows. `called` is its name in the client, for what is answered in several places. */
export const answerShape = (schema: Schema, called?: string): ActionShape => ({
  one: true,
  schema,
  ...(called === undefined ? {} : { called }),
});

/** Done, and there is nothing to say: an empty object. */
export const NOTHING = answerShape(objectSchema({}));
/** Done, in a word of the wire. */
export const DONE = answerShape({ enum: ['ok'] });
/** Done, in a word or a sentence. */
export const MESSAGE = answerShape(objectSchema({ msg: TEXT_SCHEMA }));

/** A value of a choice with its label. Nobody offers others than those named, where some are. */
export const labelledAs = (...values: readonly string[]): Schema =>
  objectSchema({ value: values.length === 0 ? TEXT_SCHEMA : { type: 'string', enum: values }, label: TEXT_SCHEMA });

/** Sessions whose end was ordered, by their ids. */
export const ORDERED = answerShape(objectSchema({ ok: listSchema(TEXT_SCHEMA) }));
/** A component may, or what the refusal of that kind says in `msg`. */
export const ALLOWED = answerShape(objectSchema({ ok: FLAG_SCHEMA, msg: TEXT_SCHEMA }));

/** How busy a component or a host is. */
export const LOAD = labelledAs('normal', 'high', 'critical', 'offline');
