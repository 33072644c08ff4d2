import { type Text, text as words } from '@postern/contract/text';
import {
  boolean,
  comment,
  type Field,
  INTEGER_SCHEMA,
  json,
  labelled,
  listSchema,
  manyToMany,
  matcher,
  nested,
  objectSchema,
  TEXT_SCHEMA,
  textList,
  uniqueName,
} from '@postern/resource';
import { rulePriority } from '../../platform/rule-priority.ts';

/** What all access rules have in common (docs/wire/access-rules.md#kinds-of-rules). */

export type AclAction = 'reject' | 'accept' | 'review' | 'warning' | 'mfa';

/** Join table of the people whom a kind of rule asks or tells. */
export type ReviewerTable = 'login_acl_reviewers' | 'login_asset_acl_reviewers' | 'command_filter_acl_reviewers';

const ACTION_LABELS: Readonly<Record<AclAction, Text>> = {
  reject: words('Reject', '拒绝', '拒否'),
  accept: words('Accept', '允许', '許可'),
  review: words('Review', '审核', '承認'),
  warning: words('Warn', '告警', '警告'),
  mfa: words('Ask for a second factor', '要求多因子认证', '多要素認証を求める'),
};

export function ruleFields(actions: readonly AclAction[], unique: 'org' | 'global'): Record<string, Field> {
  return {
    name: uniqueName(unique),
    priority: rulePriority(),
    action: labelled({
      label: words('Action', '动作', 'アクション'),
      default: 'reject',
      filter: true,
      noIndex: 'few values',
      choices: actions.map((value) => ({ value, label: ACTION_LABELS[value] })),
    }),
    is_active: boolean({ label: words('Active', '激活', '有効'), default: true }),
    users: matcher('user', { label: words('Users', '用户', 'ユーザー'), required: true }),
    comment: comment(),
  };
}

/** Rules about machines add which, and as whom. */
export const assetFields = (): Record<string, Field> => ({
  assets: matcher('asset', { label: words('Assets', '资产', 'アセット'), required: true }),
  accounts: textList({ label: words('Accounts', '账号', 'アカウント'), max: 128, required: true }),
});

/** When and where from a rule applies (docs/wire/access-rules.md#where-and-when). */
export const occasionFields = (): Record<string, Field> => ({
  rules: nested(
    {
      ip_group: textList({ label: words('Addresses', 'IP 组', 'IP アドレス'), default: ['*'] }),
      time_period: json({
        label: words('Times', '时段', '時間帯'),
        holds: listSchema(objectSchema({ id: INTEGER_SCHEMA, value: TEXT_SCHEMA })),
        default: [],
      }),
    },
    { label: words('Where and when', '地点与时间', '場所と時間'), required: true },
  ),
});

/** Who is asked when the rule wants a review, and told when it warns. */
export const reviewers = (table: string): Field =>
  manyToMany('user', {
    label: words('Reviewers', '审批人', '承認者'),
    help: words(
      'Asked when the action is review; told when it is warn.',
      '动作为审核时由其审批；动作为告警时通知其知悉。',
      '操作が「承認」のときは承認を求められ、「警告」のときは通知を受け取ります。',
    ),
    through: { table, mine: 'acl_id', theirs: 'user_id' },
  });

export const MINI = ['id', 'name'];
export const SMALL = [...MINI, 'is_active', 'priority', 'action', 'date_created', 'date_updated', 'comment', 'created_by'];
