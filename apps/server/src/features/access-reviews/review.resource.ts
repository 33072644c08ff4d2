import { text as words } from '@postern/contract/text';
import {
  type Column,
  type Context,
  comment,
  computed,
  datetime,
  defineResource,
  eb,
  type Field,
  INTEGER_SCHEMA,
  integer,
  labelled,
  manyToMany,
  objectSchema,
  or,
  type RowOf,
  reference,
  rowsOf,
  uniqueName,
  uuid,
} from '@postern/resource';

/** Lines of one review at most. */
export const MAX_LINES = 10_000;
const MAX_REVIEWERS = 50;

export const REVIEW_STATES = [
  { value: 'preparing', label: words('Being prepared', '准备中', '準備中') },
  { value: 'open', label: words('Open', '进行中', '進行中') },
  { value: 'ended', label: words('Ended', '已结束', '終了') },
  { value: 'called_off', label: words('Called off', '已中止', '中止') },
  { value: 'failed', label: words('Not prepared', '准备失败', '準備失敗') },
] as const;
export type ReviewState = (typeof REVIEW_STATES)[number]['value'];

/** What of the organisation is reviewed: chosen when the review is made. */
const chosen = (target: string, name: string, label: ReturnType<typeof words>): Field =>
  manyToMany(target, {
    label,
    createOnly: true,
    view: 'detail',
    most: 1_000,
    through: { table: `access_review_${name}`, mine: 'review_id', theirs: `${target}_id` },
  });

/** How many lines whoever looks may see, and what became of them. */
const progress = computed({
  label: words('Decided', '已决定', '判断済み'),
  type: 'nested object',
  answered: objectSchema({
    all: INTEGER_SCHEMA,
    undecided: INTEGER_SCHEMA,
    keep: INTEGER_SCHEMA,
    revoke: INTEGER_SCHEMA,
    revoked: INTEGER_SCHEMA,
    gone: INTEGER_SCHEMA,
  }),
});

const shared = {
  name: uniqueName('org'),
  owner: reference('user', {
    label: words('Owner', '负责人', '責任者'),
    help: words(
      'Is told the result, and decides what no reviewer may. You, unless you say somebody else.',
      '接收结果，并处理审阅人不能决定的行。默认为你本人。',
      '結果を受け取り、レビュアーが判断できない行を判断します。既定はあなたです。',
    ),
    nullable: true,
    onDelete: 'set null',
    // Who made it need not be of its organisation and stays; anybody else is.
    judged: 'by the resource',
  }),
  date_due: datetime({ label: words('Due', '截止时间', '期限'), required: true }),
  revokes: labelled({
    label: words('What is to be revoked goes', '撤销时机', '取り消しの時期'),
    default: 'end',
    createOnly: true,
    order: false,
    choices: [
      { value: 'end', label: words('At the end of the review', '审阅结束时', 'レビュー終了時') },
      { value: 'once', label: words('At once, with the decision', '决定后立即', '判断後すぐ') },
    ],
  }),
  silence: labelled({
    label: words('What nobody decided', '无人决定的行', '判断されなかった行'),
    default: 'keep',
    createOnly: true,
    order: false,
    choices: [
      { value: 'keep', label: words('Stays', '保留', '残す') },
      { value: 'revoke', label: words('Is revoked at the due date', '到期时撤销', '期限に取り消す') },
    ],
  }),
  comment: comment(),
  state: labelled({
    label: words('State', '状态', '状態'),
    default: 'preparing',
    readOnly: true,
    filter: true,
    noIndex: 'few values',
    choices: REVIEW_STATES,
  }),
  progress,
  date_ended: datetime({ label: words('Ended', '结束时间', '終了日時'), readOnly: true, nullable: true }),
};

/** Reviews of who may reach what: campaigns over the permissions of an organisation (docs/wire/permissions.md#access-reviews). */
export const accessReview = defineResource({
  name: 'accessreview',
  app: 'perms',
  path: 'access-reviews',
  table: 'access_reviews',
  label: words('Access review', '权限审阅', 'アクセスレビュー'),
  labelPlural: words('Access reviews', '权限审阅', 'アクセスレビュー'),
  scope: 'org',
  bulk: false,
  base: ['created_by', 'date_created'],
  fields: {
    ...shared,
    reviewers: manyToMany('user', {
      label: words('Reviewers', '审阅人', 'レビュアー'),
      help: words(
        'Nobody decides about their own access: that is left to the others, or to the owner.',
        '任何人都不能审阅自己的权限，由其他审阅人或负责人决定。',
        '自分のアクセスは判断できません。他のレビュアーか責任者が判断します。',
      ),
      required: true,
      most: MAX_REVIEWERS,
      through: { table: 'access_review_reviewers', mine: 'review_id', theirs: 'user_id' },
    }),
    permissions: chosen('assetpermission', 'permissions', words('Permissions', '授权', '権限')),
    users: chosen('user', 'users', words('Users', '用户', 'ユーザー')),
    user_groups: chosen('usergroup', 'user_groups', words('User groups', '用户组', 'ユーザーグループ')),
    assets: chosen('asset', 'assets', words('Assets', '资产', 'アセット')),
    nodes: chosen('node', 'nodes', words('Nodes', '节点', 'ノード')),
    unused_days: integer({
      label: words('Only what was not used for days', '仅未使用天数', '未使用日数'),
      help: words('Empty: whether it was used or not.', '留空则不限。', '空欄なら使用の有無を問いません。'),
      nullable: true,
      createOnly: true,
      order: false,
      min: 1,
      max: 3_650,
    }),
    task: uuid({ label: words('Task', '任务', 'タスク'), readOnly: true, nullable: true, order: false }),
  },
  columns: {
    /** What was chosen, by ids: it stays when some of that goes, so that a review of one permission never becomes one of all. */
    scope: `jsonb not null default '{}'::jsonb`,
    /** When reviewers are reminded next. */
    date_reminds: 'timestamptz',
  },
  indexes: ['state, date_due', 'state, date_reminds'],
  order: '-date_created',
  dateField: 'date_created',
  mini: ['id', 'name'],
});

/** What a review is about, by ids; all where nothing was chosen. */
export interface Chosen {
  permissions: readonly string[];
  users: readonly string[];
  user_groups: readonly string[];
  assets: readonly string[];
  nodes: readonly string[];
}

export type ReviewRow = RowOf<typeof accessReview>;

declare module '@postern/resource/database' {
  interface Columns {
    'access_reviews.state': ReviewState;
    'access_reviews.revokes': 'end' | 'once';
    'access_reviews.silence': 'keep' | 'revoke';
    'access_reviews.scope': Chosen;
  }
}

export const reviewRows = rowsOf(accessReview);

/** Reviews in which somebody decides, whatever else they may do: being named is the right. */
export const ownReview = defineResource({
  ...accessReview,
  name: 'ownaccessreview',
  path: 'own-access-reviews',
  permissionModel: 'accessreview',
  label: words('Access review', '权限审阅', 'アクセスレビュー'),
  labelPlural: words('My reviews', '我的审阅', '自分のレビュー'),
  verbs: ['list', 'retrieve'],
  access: { list: { allow: 'user' }, retrieve: { allow: 'user' } },
  fields: shared,
});

const names = (ctx: Context, t: Column) =>
  or(
    eb(t('owner_id'), '=', ctx.actor.id),
    eb.exists(
      eb
        .selectFrom('access_review_reviewers as r')
        .select(eb.lit(1).as('one'))
        .where('r.review_id', '=', t('id'))
        .where('r.user_id', '=', ctx.actor.id),
    ),
  );

/** Of those that were prepared, the ones that name the actor. */
export const ownReviewRows = rowsOf(ownReview, (ctx, t) => eb.and([names(ctx, t), eb(t('state'), 'not in', ['preparing', 'failed'])]));
