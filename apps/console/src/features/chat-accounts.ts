import { client } from '../session/http.ts';
import type { PublicSettings } from '../session/session-types.ts';

export type ChatName = 'wecom' | 'dingtalk' | 'feishu' | 'slack';

/** Chat services at which people have an account bound to theirs: by what it is known, and how it is taken away. */
export interface ChatAccount {
  name: ChatName;
  /** Switch of the public settings. */
  setting: keyof PublicSettings & string;
  /** Of a person: what the service calls them, or null. */
  field: `${ChatName}_id`;
  unbind(): Promise<unknown>;
  /** The same of somebody else. */
  unbindOf(id: string): Promise<unknown>;
}

type Calls = { unbind(): Promise<unknown>; unbindof(id: string): Promise<unknown> };
const account = (name: ChatName, setting: string, { unbind, unbindof }: Calls): ChatAccount => ({
  name,
  setting,
  field: `${name}_id`,
  unbind: () => unbind(),
  unbindOf: (id) => unbindof(id),
});

export const CHAT_ACCOUNTS: readonly ChatAccount[] = [
  account('wecom', 'AUTH_WECOM', client.wecomQrUnbind),
  account('dingtalk', 'AUTH_DINGTALK', client.dingtalkQrUnbind),
  account('feishu', 'AUTH_FEISHU', client.feishuQrUnbind),
  account('slack', 'AUTH_SLACK', client.slackQrUnbind),
];
