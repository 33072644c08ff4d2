import type { Api } from '@postern/testkit/api';
import { CHAT_APPS, type ChatStandIn, startChatServices } from '@postern/testkit/chat-services';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll } from 'vitest';
import { serverOfFile, type TestServer } from './harness.ts';

export type ChatService = keyof typeof CHAT_APPS;
export const SERVICES = Object.keys(CHAT_APPS) as ChatService[];
/** What a service calls somebody, as people have it. */
export const SUBJECT: Readonly<Record<ChatService, (id: string) => string>> = {
  wecom: (id) => id,
  dingtalk: (id) => `un-${id}`,
  feishu: (id) => `ou_${id}`,
  slack: (id) => `U${id.toUpperCase()}`,
};

/** The settings of a server that takes stand-ins for the chat services. */
export const withChats = ({ origin }: ChatStandIn) => ({
  outboundAllow: ['127.0.0.1'],
  chatAddresses: { wecom: origin, dingtalk: origin, feishu: origin, slack: origin },
});

/** Stand-ins for the chat services, and a server to which their people come back, for the tests of one file. */
export function chatsOfFile(): { chat: ChatStandIn; server: TestServer; admin: Api } {
  const chat = forThisFile(startChatServices, (it) => it.close());
  const server = serverOfFile(() => ({ settings: withChats(chat) }));
  const admin = forThisFile(() => server.as('admin'));
  beforeAll(() => void chat.registered.push(`${server.url}/core/auth/`));
  return { chat, server, admin };
}
