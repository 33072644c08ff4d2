import type { SettingDefinition } from './setting-definition.ts';
import { alsoIn, encrypted, flag, setting, words } from './setting-kinds.ts';

/** Chat services that people log in with and are written to, in the order in which they are shown. */
export const CHAT_SERVICES = ['wecom', 'dingtalk', 'feishu', 'slack'] as const;
export type ChatName = (typeof CHAT_SERVICES)[number];

const MAX = 256;

/** Each is an application that an administrator has made there. Where it is asked is no setting: its secret would go there. */
export const CHAT_SETTINGS = {
  AUTH_WECOM: alsoIn('auth', flag('wecom', false)),
  WECOM_CORPID: words('wecom', '', MAX),
  WECOM_AGENTID: words('wecom', '', MAX),
  WECOM_SECRET: encrypted('wecom', MAX),

  AUTH_DINGTALK: alsoIn('auth', flag('dingtalk', false)),
  DINGTALK_AGENTID: words('dingtalk', '', MAX),
  DINGTALK_APPKEY: words('dingtalk', '', MAX),
  DINGTALK_APPSECRET: encrypted('dingtalk', MAX),

  AUTH_FEISHU: alsoIn('auth', flag('feishu', false)),
  FEISHU_APP_ID: words('feishu', '', MAX),
  FEISHU_APP_SECRET: encrypted('feishu', MAX),
  /** Two services with one API. */
  FEISHU_VERSION: setting<string>('feishu', 'feishu', { kind: 'choice', values: ['feishu', 'lark'] }),

  AUTH_SLACK: alsoIn('auth', flag('slack', false)),
  /** The workspace: an application of Slack may be asked about people of any. */
  SLACK_TEAM_ID: words('slack', '', MAX),
  SLACK_CLIENT_ID: words('slack', '', MAX),
  SLACK_CLIENT_SECRET: encrypted('slack', MAX),
  /** Writes to people; without it they can log in all the same. */
  SLACK_BOT_TOKEN: encrypted('slack', MAX),
} as const satisfies Record<string, SettingDefinition>;
