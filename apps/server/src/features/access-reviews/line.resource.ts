import { ACTION_TREE } from '@postern/contract/actions';
import { text as words } from '@postern/contract/text';
import {
  bits,
  boolean,
  can,
  computed,
  datetime,
  defineResource,
  integer,
  labelled,
  listSchema,
  type RowOf,
  reference,
  rowsOf,
  TEXT_SCHEMA,
  text,
  textList,
  uuid,
} from '@postern/resource';
import { mine } from './mine.queries.ts';

export const DECISIONS = [
  { value: 'undecided', label: words('Undecided', '未决定', '未判断') },
  { value: 'keep', label: words('Keep', '保留', '残す') },
  { value: 'revoke', label: words('Revoke', '撤销', '取り消す') },
] as const;
export type Decision = (typeof DECISIONS)[number]['value'];

export const OUTCOMES = [
  { value: 'none', label: words('Nothing yet', '尚未执行', '未実行') },
  { value: 'kept', label: words('Stays', '已保留', '維持') },
  { value: 'revoked', label: words('Revoked', '已撤销', '取り消し済み') },
  { value: 'gone', label: words('Was gone already', '此前已失效', 'すでになかった') },
] as const;
export type Outcome = (typeof OUTCOMES)[number]['value'];

/** What became of what a line is about since the review began. */
export const SINCE = {
  same: words('Unchanged', '未变化', '変更なし'),
  changed: words('Changed since', '已变更', '変更あり'),
  gone: words('Gone', '已不存在', '消滅'),
} as const;

const names = (label: ReturnType<typeof words>) => textList({ label, max: 1_024, most: 20, default: [], readOnly: true });

/** The review that a line is of. */
const ofReview = (name: string) =>
  reference(name, {
    label: words('Access review', '权限审阅', 'アクセスレビュー'),
    required: true,
    readOnly: true,
    filter: true,
    onDelete: 'cascade',
    sameOrg: false,
  });

/** One permission and one person or group that it names, as both were when the review began. */
export const accessReviewLine = defineResource({
  name: 'accessreviewline',
  app: 'perms',
  path: 'access-review-lines',
  table: 'access_review_lines',
  label: words('Review line', '审阅行', 'レビュー行'),
  labelPlural: words('Review lines', '审阅行', 'レビュー行'),
  permissionModel: 'accessreview',
  scope: 'org',
  verbs: ['list', 'retrieve'],
  bulk: false,
  authored: false,
  // Written by the run that prepares a review; decisions are events of the review.
  audited: false,
  access: { list: can('perms.view_accessreview'), retrieve: can('perms.view_accessreview') },
  order: 'permission',
  title: 'subject',
  fields: {
    review: ofReview('accessreview'),
    permission: text({ label: words('Permission', '授权', '権限'), max: 128, required: true, readOnly: true, search: true }),
    side: labelled({
      label: words('Given to', '授权对象类型', '付与先の種類'),
      required: true,
      readOnly: true,
      filter: true,
      noIndex: 'two values',
      choices: [
        { value: 'user', label: words('User', '用户', 'ユーザー') },
        { value: 'group', label: words('User group', '用户组', 'ユーザーグループ') },
      ],
    }),
    subject: text({ label: words('Who', '授权对象', '付与先'), max: 300, required: true, readOnly: true, search: true }),
    members: computed({ label: words('Members', '成员', 'メンバー'), type: 'list', answered: listSchema(TEXT_SCHEMA) }),
    members_amount: integer({ label: words('Number of members', '成员数', 'メンバー数'), default: 0, readOnly: true, order: false }),
    assets: names(words('Assets', '资产', 'アセット')),
    assets_amount: integer({ label: words('Number of assets', '资产数', 'アセット数'), default: 0, readOnly: true, order: false }),
    nodes: names(words('Nodes', '节点', 'ノード')),
    nodes_amount: integer({ label: words('Number of nodes', '节点数', 'ノード数'), default: 0, readOnly: true, order: false }),
    accounts: textList({ label: words('Accounts', '账号', 'アカウント'), max: 128, default: [], readOnly: true }),
    actions: bits({ label: words('Actions', '动作', '操作'), tree: ACTION_TREE, default: 0, readOnly: true }),
    date_start: datetime({ label: words('Starts', '开始日期', '開始日時'), required: true, readOnly: true, order: false }),
    date_expired: datetime({ label: words('Expires', '失效日期', '有効期限'), required: true, readOnly: true, order: false }),
    date_last_used: datetime({
      label: words('Last used', '最近使用', '最終使用'),
      nullable: true,
      readOnly: true,
      noIndex: 'few rows of one review',
    }),
    since: computed({ label: words('Since then', '变化', 'その後'), type: 'labeled_choice' }),
    decision: labelled({
      label: words('Decision', '决定', '判断'),
      default: 'undecided',
      readOnly: true,
      filter: true,
      noIndex: 'few values',
      choices: DECISIONS,
    }),
    decided_by: text({ label: words('Decided by', '决定人', '判断者'), max: 300, default: '', readOnly: true, order: false }),
    date_decided: datetime({ label: words('Decided at', '决定时间', '判断日時'), nullable: true, readOnly: true, order: false }),
    comment: text({ label: words('Comment', '备注', 'コメント'), max: 512, default: '', readOnly: true, order: false }),
    outcome: labelled({
      label: words('Done', '执行结果', '実行結果'),
      default: 'none',
      readOnly: true,
      filter: true,
      noIndex: 'few values',
      choices: OUTCOMES,
    }),
    by_silence: boolean({ label: words('By silence', '因未决定', '判断なしによる'), default: false, readOnly: true, order: false }),
    date_done: datetime({ label: words('Done at', '执行时间', '実行日時'), nullable: true, readOnly: true, order: false }),
    permission_id: uuid({ label: words('Permission ID', '授权 ID', '権限 ID'), required: true, readOnly: true, order: false }),
    subject_id: uuid({ label: words('Who (ID)', '授权对象 ID', '付与先 ID'), required: true, readOnly: true, order: false }),
  },
  columns: {
    decided_by_id: 'uuid',
    /** What the permission gave, and who was in the group, to tell later whether that changed. */
    grant_digest: 'text not null',
    members_digest: `text not null default ''`,
  },
  uniqueTogether: [['review_id', 'permission_id', 'subject_id']],
  indexes: ['org_id, permission'],
});

export type LineRow = RowOf<typeof accessReviewLine>;

declare module '@postern/resource/database' {
  interface Columns {
    'access_review_lines.side': 'user' | 'group';
    'access_review_lines.decision': Decision;
    'access_review_lines.outcome': Outcome;
    'access_review_lines.assets': readonly string[];
    'access_review_lines.nodes': readonly string[];
    'access_review_lines.accounts': readonly string[];
  }
}

export const lineRows = rowsOf(accessReviewLine);

/** Lines about which the actor decides. */
export const ownReviewLine = defineResource({
  ...accessReviewLine,
  name: 'ownaccessreviewline',
  path: 'own-access-review-lines',
  access: { list: { allow: 'user' }, retrieve: { allow: 'user' } },
  fields: {
    ...accessReviewLine.fields,
    review: ofReview('ownaccessreview'),
  },
});

export const ownLineRows = rowsOf(ownReviewLine, (ctx, t) => mine(t, ctx.actor.id));
