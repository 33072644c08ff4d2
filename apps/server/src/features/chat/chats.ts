import type { SettingsReader } from '@postern/contract/settings';
import type { ChatName } from '@postern/contract/settings-of-chat';
import { eb, type Joined } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { externalIdsOfRow } from '../identities/index.ts';
import type { ChatService, Talk } from './service.ts';
import { dingtalk } from './services/dingtalk.ts';
import { feishu } from './services/feishu.ts';
import { slack } from './services/slack.ts';
import { wecom } from './services/wecom.ts';
import { createTalk, placed } from './talk.ts';

/** All of them, in the order in which they are shown. */
const SERVICES: readonly ChatService[] = [wecom, dingtalk, feishu, slack];

/** A service as it is set here. */
export interface Chat {
  service: ChatService;
  talk: Talk;
  /** Switched on, and filled in as far as logging in goes. */
  enabled(): boolean;
  /** Which company's it is at present. */
  place(): string;
  /** An address that browsers are sent to, at the place where the service is. */
  placed(address: URL): URL;
  /** The same by other settings, with nothing that is kept. */
  as(settings: SettingsReader): Chat;
}

export interface ChatDeps {
  settings: SettingsReader;
  outbound: Outbound;
  /** Where services are that a company runs itself (POSTERN_CHAT_ADDRESSES). */
  addresses: Readonly<Partial<Record<ChatName, string>>>;
}

function chatOf(service: ChatService, deps: ChatDeps): Chat {
  const { settings, outbound, addresses } = deps;
  const origin = addresses[service.name];
  const talk = createTalk(service, { settings, outbound, origin });
  return {
    service,
    talk,
    enabled: () => Boolean(talk.get(service.on)) && service.needed.every((key) => talk.get(key) !== ''),
    place: () => service.place(talk.get),
    placed: (address) => placed(address, origin),
    as: (other) => chatOf(service, { ...deps, settings: other }),
  };
}

/** Made once: what is kept of a service is kept for logins, messages and tests together. */
export const createChats = (deps: ChatDeps): readonly Chat[] => SERVICES.map((service) => chatOf(service, deps));

/** What a service calls the person of a row (`t`), at the company that it is set to now. */
export const chatIdOfRow = (chats: readonly Chat[], service: ChatName): Joined => ({
  as: 'chat_ids',
  expression: () =>
    externalIdsOfRow(
      chats.map((chat) => chat.place()),
      eb.ref('t.id'),
    ),
  wire(value) {
    const place = chats.find((chat) => chat.service.name === service)?.place();
    return (value as { provider: string; subject: string }[]).find(({ provider }) => provider === place)?.subject ?? null;
  },
});
