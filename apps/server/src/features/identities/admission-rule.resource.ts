import { text as words } from '@postern/contract/text';
import { boolean, comment, defineResource, labelled, manyToMany, reference, text, textList, uniqueName } from '@postern/resource';
import { rulePriority } from '../../platform/rule-priority.ts';
import type { ExternalSource } from './external-person.ts';

export type RuleSource = ExternalSource | 'any';
export type RuleMatch = 'exact' | 'in' | 'regex';

declare module '@postern/resource/database' {
  interface Columns {
    'admission_rules.source': RuleSource;
    'admission_rules.match': RuleMatch;
    'admission_rules.texts': readonly string[];
  }
}

const SUPERUSER = { allow: 'superuser' } as const;
const FEW = 'a handful of rows';
const same = (name: string) => words(name, name, name);

/** Places that a rule may be about. */
export const RULE_SOURCES = [
  { value: 'any', label: words('Any', '任意', 'すべて') },
  { value: 'ldap', label: same('LDAP') },
  { value: 'radius', label: same('RADIUS') },
  { value: 'openid', label: same('OpenID') },
  { value: 'oauth2', label: same('OAuth2') },
  { value: 'saml2', label: same('SAML2') },
  { value: 'cas', label: same('CAS') },
  { value: 'wecom', label: words('WeCom', '企业微信', 'WeCom') },
  { value: 'dingtalk', label: words('DingTalk', '钉钉', 'DingTalk') },
  { value: 'feishu', label: words('Feishu', '飞书', 'Feishu') },
  { value: 'slack', label: same('Slack') },
] as const satisfies readonly { value: RuleSource; label: object }[];

/**
 * Who of the people of other places gets what here, by what their place says of them (docs/decisions/0112). Such a rule gives roles without a person
 * looking at whom, so system administrators alone see and write them.
 */
export const admissionRule = defineResource({
  name: 'admissionrule',
  app: 'settings',
  path: 'admission-rules',
  table: 'admission_rules',
  label: words('Admission rule', '准入规则', '受け入れルール'),
  labelPlural: words('Admission rules', '准入规则', '受け入れルール'),
  scope: 'system',
  rootOrg: true,
  base: ['created_by', 'date_created', 'date_updated'],
  access: { list: SUPERUSER, retrieve: SUPERUSER, create: SUPERUSER, update: SUPERUSER, delete: SUPERUSER },
  order: '-priority',
  mini: ['id', 'name'],
  fields: {
    name: uniqueName('global'),
    priority: rulePriority(FEW),
    is_active: boolean({ label: words('Active', '激活', '有効'), default: true }),
    source: labelled({ label: words('Source', '来源', '認証元'), default: 'any', filter: true, noIndex: FEW, choices: RULE_SOURCES }),
    provider: text({
      label: words('Provider', '提供方', 'プロバイダー'),
      help: words(
        'Name in addresses of a provider beside the first of its kind. Its people are asked of by rules that name it alone.',
        '同类中首个以外的提供方在地址中的名称；来自该提供方的用户仅适用写明该名称的规则。',
        '同じ種類の 2 つ目以降のプロバイダーのアドレス名。そのユーザーには、名前を明記したルールだけが適用されます。',
      ),
      max: 31,
      blank: true,
      default: '',
    }),
    attribute: text({
      label: words('Attribute', '属性', '属性'),
      help: words(
        'As the other place calls it; groups for its groups, a.b for what lies within.',
        '对方系统中的名称；用户组为 groups，嵌套内容写作 a.b。',
        '相手側での名前。グループは groups、入れ子は a.b と書きます。',
      ),
      max: 128,
      default: 'groups',
    }),
    match: labelled({
      label: words('Comparison', '匹配方式', '比較方法'),
      default: 'exact',
      choices: [
        { value: 'exact', label: words('Equals', '等于', '等しい') },
        { value: 'in', label: words('One of', '属于', 'いずれか') },
        { value: 'regex', label: words('Regular expression', '正则表达式', '正規表現') },
      ],
    }),
    values: textList({
      label: words('Values', '值', '値'),
      help: words(
        'Whole values. Groups of a directory by their DN.',
        '完整的值；目录用户组填写 DN。',
        '値全体。ディレクトリのグループは DN で指定します。',
      ),
      max: 1_024,
      most: 200,
      required: true,
      column: 'texts',
    }),
    organization: reference('organization', {
      label: words('Organisation', '组织', '組織'),
      help: words('Where they become members.', '将加入的组织。', '所属させる組織。'),
      nullable: true,
      onDelete: 'cascade',
    }),
    org_roles: manyToMany('orgrole', {
      label: words('Organisation roles', '组织角色', '組織ロール'),
      help: words('None: that of every member.', '留空则为组织用户。', '空欄なら組織ユーザー。'),
      default: [],
      most: 50,
      through: { table: 'admission_rule_roles', mine: 'rule_id', theirs: 'role_id' },
    }),
    groups: manyToMany('usergroup', {
      label: words('User groups', '用户组', 'ユーザーグループ'),
      help: words('Of that organisation.', '须属于该组织。', 'その組織のグループ。'),
      default: [],
      most: 200,
      through: { table: 'admission_rule_groups', mine: 'rule_id', theirs: 'group_id' },
    }),
    system_role: reference('systemrole', {
      label: words('System role', '系统角色', 'システムロール'),
      help: words('Never that of system administrators.', '不能是系统管理员。', 'システム管理者は指定できません。'),
      nullable: true,
      onDelete: 'set null',
    }),
    keep: boolean({
      label: words('Keep in step', '持续同步', '常に反映'),
      help: words(
        'Given and taken again at every login and sync; off: once, when the account is made.',
        '每次登录和同步时授予或收回；关闭则仅在创建账号时授予一次。',
        'ログインと同期のたびに付与・取消します。オフなら作成時に一度だけ付与します。',
      ),
      default: true,
    }),
    stop: boolean({
      label: words('Ask no further rule', '不再匹配后续规则', '以降のルールを評価しない'),
      default: false,
    }),
    comment: comment(),
  },
});
