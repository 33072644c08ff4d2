import type { FIXED_SETTINGS } from '@postern/contract/fixed-settings';
import { type Text, text } from '@postern/contract/text';

/** Labels of the settings that clients draw and that cannot be changed here. */

export interface Words {
  label: Text;
  help?: Text;
}
export const words = (label: Text, help?: Text): Words => ({ label, ...(help ? { help } : {}) });

const AS_IT_IS = text('Cannot be changed in this version.', '当前版本不支持修改。', 'この版では変えられません。');
const fixed = (label: Text): Words => words(label, AS_IT_IS);

export const FIXED_SETTING_WORDS: Readonly<Record<keyof typeof FIXED_SETTINGS, Words>> = {
  SECURITY_INSECURE_COMMAND: fixed(text('Alert on insecure commands', '危险命令告警', '危険なコマンドの通知')),
  SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: fixed(text('Recipients of these alerts', '危险命令告警收件人', '危険なコマンドの通知先')),
  SECURITY_COMMAND_BLACKLIST: fixed(text('Commands jobs may not run', '作业禁用命令', 'ジョブで禁止するコマンド')),

  AUTH_WECOM: fixed(text('WeCom', '企业微信', 'WeCom')),
  AUTH_DINGTALK: fixed(text('DingTalk', '钉钉', 'DingTalk')),
  AUTH_FEISHU: fixed(text('Feishu', '飞书', 'Feishu')),
  LOGIN_REDIRECT_MSG_ENABLED: fixed(text('Announce the way to another login', '跳转第三方登录前提示', '外部ログインへの移動を知らせる')),

  AUTH_OPENID_USE_STATE: fixed(text('Use a state', '使用 state', 'state を使う')),
  AUTH_OPENID_USE_NONCE: fixed(text('Use a nonce', '使用 nonce', 'nonce を使う')),
  AUTH_OPENID_CODE_CHALLENGE_METHOD: fixed(text('Code challenge method', 'PKCE 挑战方式', 'コードチャレンジの方式')),
  AUTH_OPENID_IGNORE_SSL_VERIFICATION: fixed(text('Believe any certificate', '忽略证书校验', '証明書を検証しない')),
  TERMINAL_MAGNUS_ENABLED: fixed(text('Database clients', '数据库客户端', 'データベースクライアント')),
  TERMINAL_RAZOR_ENABLED: fixed(text('RDP clients', 'RDP 客户端', 'RDP クライアント')),
  TERMINAL_GRAPHICAL_RESOLUTION: fixed(text('Screen size of desktops', '图形会话分辨率', 'デスクトップの解像度')),

  PERM_SINGLE_ASSET_TO_UNGROUP_NODE: fixed(
    text('Assets granted one by one stand below “Ungrouped”', '单独授权的资产归入未分组节点', '個別に許可したアセットを「未分類」に置く'),
  ),
  TICKET_AUTHORIZE_DEFAULT_TIME: fixed(text('Default time of a ticket', '工单默认授权时长', 'チケットの既定の期間')),
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: fixed(text('Unit of that time', '时长单位', '期間の単位')),
};

export const FIXED_CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  TERMINAL_GRAPHICAL_RESOLUTION: { Auto: text('Automatic', '自动', '自動') },
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: { day: text('Days', '天', '日') },
};
