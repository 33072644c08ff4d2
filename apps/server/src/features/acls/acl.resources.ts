import type { Matcher } from '@postern/contract/matcher';
import { text as words } from '@postern/contract/text';
import type { GroupType } from '@postern/pattern';
import {
  boolean,
  comment,
  computed,
  defineResource,
  labelled,
  manyToMany,
  type ResourceDefinition,
  rowsOf,
  text,
  textList,
  uniqueName,
} from '@postern/resource';
import { type AclAction, assetFields, MINI, occasionFields, reviewers, ruleFields, SMALL } from './acl.fields.ts';

import type { Occasion } from './occasion.ts';

declare module '@postern/resource/database' {
  interface Columns {
    'login_acls.action': AclAction;
    'login_acls.users': Matcher;
    'login_acls.rules': Occasion;
    'login_asset_acls.action': AclAction;
    'login_asset_acls.users': Matcher;
    'login_asset_acls.assets': Matcher;
    'login_asset_acls.accounts': string[];
    'login_asset_acls.rules': Occasion;
    'command_filter_acls.action': Exclude<AclAction, 'mfa'>;
    'command_filter_acls.users': Matcher;
    'command_filter_acls.assets': Matcher;
    'command_filter_acls.accounts': string[];
    'connect_method_acls.action': Exclude<AclAction, 'mfa'>;
    'connect_method_acls.users': Matcher;
    'connect_method_acls.connect_methods': string[];
    'command_groups.type': GroupType;
  }
}

/** What rules are beside their fields. */
const RULE = {
  app: 'acls',
  scope: 'org',
  base: ['created_by', 'date_created', 'date_updated'],
  order: '-priority',
  mini: MINI,
  small: SMALL,
} as const satisfies Partial<ResourceDefinition>;
/** Rules about people of all organisations, whichever one the administrator is looking at. */
const RULE_OF_ALL = { ...RULE, scope: 'system', rootOrg: true, small: [...SMALL, 'org_id'] } as const;
/** Clients look for it on every rule, also on those that belong to no single organisation. */
const wholeInstallation = computed({ label: words('Organisation ID', '组织 ID', '組織 ID'), type: 'string', unexported: true });

/** Who may log in, where from and when; applies to the whole system (docs/wire/access-rules.md#kinds-of-rules). */
export const loginAcl = defineResource({
  ...RULE_OF_ALL,
  name: 'loginacl',
  path: 'login-acls',
  table: 'login_acls',
  label: words('User login rule', '用户登录规则', 'ユーザーログインルール'),
  labelPlural: words('User login rules', '用户登录规则', 'ユーザーログインルール'),
  fields: {
    ...ruleFields(['reject', 'accept', 'review', 'mfa'], 'global'),
    reviewers: reviewers('login_acl_reviewers'),
    ...occasionFields(),
    org_id: wholeInstallation,
  },
});

/** Who may open a session on which asset, as whom, where from and when. */
export const loginAssetAcl = defineResource({
  ...RULE,
  name: 'loginassetacl',
  path: 'login-asset-acls',
  table: 'login_asset_acls',
  label: words('Asset login rule', '资产登录规则', 'アセットログインルール'),
  labelPlural: words('Asset login rules', '资产登录规则', 'アセットログインルール'),
  fields: {
    ...ruleFields(['reject', 'accept', 'review', 'mfa'], 'org'),
    ...assetFields(),
    reviewers: reviewers('login_asset_acl_reviewers'),
    ...occasionFields(),
  },
});

/** Which commands run on which asset: refused, allowed, reviewed, or allowed and told of. */
export const commandFilterAcl = defineResource({
  ...RULE,
  name: 'commandfilteracl',
  path: 'command-filter-acls',
  table: 'command_filter_acls',
  label: words('Command filter', '命令过滤', 'コマンドフィルター'),
  labelPlural: words('Command filters', '命令过滤', 'コマンドフィルター'),
  fields: {
    ...ruleFields(['reject', 'accept', 'review', 'warning'], 'org'),
    ...assetFields(),
    command_groups: manyToMany('commandgroup', {
      label: words('Command groups', '命令组', 'コマンドグループ'),
      through: { table: 'command_filter_acl_groups', mine: 'acl_id', theirs: 'group_id' },
    }),
    reviewers: reviewers('command_filter_acl_reviewers'),
  },
});

/** Ways of connecting that people may not use; applies to the whole system. */
export const connectMethodAcl = defineResource({
  ...RULE_OF_ALL,
  name: 'connectmethodacl',
  path: 'connect-method-acls',
  table: 'connect_method_acls',
  label: words('Connect method rule', '连接方式规则', '接続方法ルール'),
  labelPlural: words('Connect method rules', '连接方式规则', '接続方法ルール'),
  fields: {
    ...ruleFields(['reject'], 'global'),
    connect_methods: textList({ label: words('Connect methods', '连接方式', '接続方法'), max: 64, default: [] }),
    org_id: wholeInstallation,
  },
});

/** Commands by name, for command filters (docs/wire/access-rules.md#command-groups). */
export const commandGroup = defineResource({
  name: 'commandgroup',
  app: 'acls',
  path: 'command-groups',
  table: 'command_groups',
  label: words('Command group', '命令组', 'コマンドグループ'),
  labelPlural: words('Command groups', '命令组', 'コマンドグループ'),
  scope: 'org',
  base: RULE.base,
  fields: {
    name: uniqueName('org'),
    type: labelled({
      label: words('Type', '类型', '種類'),
      default: 'command',
      choices: [
        { value: 'command', label: words('Commands', '命令', 'コマンド') },
        { value: 'regex', label: words('Regular expression', '正则表达式', '正規表現') },
      ],
    }),
    content: text({
      label: words('Content', '内容', '内容'),
      help: words(
        'One command per line, or one regular expression.',
        '每行一条命令，或一个正则表达式。',
        '1行に1コマンド、または正規表現を1つ。',
      ),
      multiline: true,
      required: true,
      order: false,
    }),
    ignore_case: boolean({ label: words('Ignore case', '忽略大小写', '大文字小文字を区別しない'), default: true }),
    comment: comment(),
  },
  order: 'name',
  mini: MINI,
});

/** Rules about assets of an organisation. */
export const loginAssetAclRows = rowsOf(loginAssetAcl);
export const commandFilterRows = rowsOf(commandFilterAcl);
