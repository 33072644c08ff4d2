import { ACTION_TREE, ALL_ACTIONS } from '@postern/contract/actions';
import { text } from '@postern/contract/text';
import { bits, type Shape, uuid } from '@postern/resource';
import { shown, WORDS } from '../../platform/shown.ts';
import { userView } from './granted-assets.ts';

/** Metadata of what is granted to whom. */

export const grantedAssetShape: Shape = {
  title: text('Granted assets', '授权的资产', '許可されたアセット'),
  rows: (kernel) => userView(kernel.byName('asset'), true),
};

export const grantedNodeShape: Shape = {
  title: text('Granted nodes', '授权的节点', '許可されたノード'),
  fields: {
    id: shown(WORDS.id),
    name: shown(WORDS.name),
    key: shown(WORDS.key),
    value: shown(WORDS.value),
    org_id: shown(WORDS.organisation),
    assets_amount: shown(WORDS.amount, 'integer'),
  },
};

export const GRANTED_TREE = text('Granted tree', '授权树', '許可されたツリー');

export const usableAccountShape: Shape = {
  title: text('Usable accounts', '可用账号', '利用できるアカウント'),
  fields: {
    alias: shown(text('Alias', '别名', '別名')),
    name: shown(WORDS.name),
    username: shown(WORDS.username),
    secret_type: shown(text('Secret type', '密文类型', 'シークレットの種類')),
    actions: bits({ label: WORDS.actions, tree: ACTION_TREE, default: ALL_ACTIONS, readOnly: true }),
    has_username: shown(text('Has a username', '有用户名', 'ユーザー名あり'), 'boolean'),
    has_secret: shown(text('Has a secret', '已托管密码', 'シークレットあり'), 'boolean'),
  },
};

export const lastOpenedShape: Shape = {
  title: text('Opened last', '最近打开', '最近開いたもの'),
  fields: {
    asset: shown(WORDS.asset),
    asset_display: shown(WORDS.assetName),
    address: shown(WORDS.address),
    account: shown(text('Account', '账号', 'アカウント')),
    protocol: shown(text('Protocol', '协议', 'プロトコル')),
    type: shown(WORDS.type),
    date_start: shown(text('Start', '开始时间', '開始'), 'datetime'),
  },
};

export const reachedPeopleShape: Shape = {
  title: text('Users of the permission', '授权用户', '権限のユーザー'),
  fields: { user: shown(WORDS.user), user_display: shown(WORDS.userName) },
};

export const reachedAssetsShape: Shape = {
  title: text('Assets of the permission', '授权资产', '権限のアセット'),
  fields: { asset: shown(WORDS.asset), asset_display: shown(WORDS.assetName) },
};

const SIDES = {
  user: [WORDS.user, WORDS.userName],
  usergroup: [WORDS.group, WORDS.groupName],
  asset: [WORDS.asset, WORDS.assetName],
  node: [WORDS.node, WORDS.nodeName],
} as const;

/** Rows of a table between permissions and what they link. */
export function linkShape(side: keyof typeof SIDES): Shape {
  const [label, named] = SIDES[side];
  return {
    title: text('Links of permissions', '授权关联', '権限のリンク'),
    fields: {
      id: shown(WORDS.id, 'integer'),
      assetpermission: uuid({ label: text('Asset permission', '资产授权', 'アセット権限'), required: true, filter: true }),
      assetpermission_display: shown(text('Permission name', '授权名称', '権限の名前')),
      [side]: uuid({ label, required: true, filter: true }),
      [`${side}_display`]: shown(named),
    },
  };
}
