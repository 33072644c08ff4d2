import type { CHAT_SETTINGS } from '@postern/contract/settings-of-chat';
import { type Text, text } from '@postern/contract/text';
import { type Words, words } from './fixed-setting-words.ts';

/** Labels of the settings of chat services. */

const ENABLED = text('On the login page and as a way for messages', '在登录页提供，并可用于接收消息', 'ログインページと通知の方法に表示');
const SECRET = words(text('Application secret', '应用密钥', 'アプリシークレット'));

export const CHAT_WORDS: Readonly<Record<keyof typeof CHAT_SETTINGS, Words>> = {
  AUTH_WECOM: words(text('WeCom', '企业微信', 'WeCom'), ENABLED),
  WECOM_CORPID: words(text('Company ID (CorpID)', '企业 ID（CorpID）', '企業 ID（CorpID）')),
  WECOM_AGENTID: words(text('Application ID (AgentId)', '应用 ID（AgentId）', 'アプリ ID（AgentId）')),
  WECOM_SECRET: SECRET,
  AUTH_DINGTALK: words(text('DingTalk', '钉钉', 'DingTalk'), ENABLED),
  DINGTALK_AGENTID: words(
    text('Application ID (AgentId)', '应用 ID（AgentId）', 'アプリ ID（AgentId）'),
    text('Messages are sent by it.', '用于发送消息。', '通知の送信に使います。'),
  ),
  DINGTALK_APPKEY: words(text('App key (Client ID)', '应用标识（Client ID）', 'アプリキー（Client ID）')),
  DINGTALK_APPSECRET: words(text('App secret (Client Secret)', '应用密钥（Client Secret）', 'アプリシークレット（Client Secret）')),
  AUTH_FEISHU: words(text('Feishu', '飞书', 'Feishu'), ENABLED),
  FEISHU_APP_ID: words(text('App ID', '应用 ID', 'アプリ ID')),
  FEISHU_APP_SECRET: words(
    text('App secret', '应用密钥', 'アプリシークレット'),
    text('Forgotten when the service below changes.', '更改下方服务后需重新填写。', '下のサービスを変えると消去されます。'),
  ),
  FEISHU_VERSION: words(text('Service of this name', '服务版本', 'サービスの種類')),
  AUTH_SLACK: words(text('Slack', 'Slack', 'Slack'), ENABLED),
  SLACK_TEAM_ID: words(
    text('Workspace ID', '工作区 ID', 'ワークスペース ID'),
    text(
      'Begins with T. People of other workspaces are refused.',
      '以 T 开头。其他工作区的用户会被拒绝。',
      'T で始まります。他のワークスペースの人は拒否されます。',
    ),
  ),
  SLACK_CLIENT_ID: words(text('Client ID', '客户端 ID', 'クライアント ID')),
  SLACK_CLIENT_SECRET: words(text('Client secret', '客户端密钥', 'クライアントシークレット')),
  SLACK_BOT_TOKEN: words(
    text('Bot token', '机器人令牌', 'ボットトークン'),
    text('For messages; begins with xoxb-.', '用于发送消息，以 xoxb- 开头。', '通知用。xoxb- で始まります。'),
  ),
};

export const CHAT_CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  FEISHU_VERSION: { feishu: text('Feishu', '飞书', 'Feishu'), lark: text('Lark', 'Lark', 'Lark') },
};
