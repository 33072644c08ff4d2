import type { SettingsReader } from '@postern/contract/settings';
import type { ChatName } from '@postern/contract/settings-of-chat';
import type { Context } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { externalIdsAt } from '../identities/index.ts';
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

/** What the services call some of our people, at the companies that they are set to now. */
export async function chatIds(
  ctx: Context,
  chats: readonly Chat[],
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Partial<Record<ChatName, string>>>>> {
  const byPlace = new Map(chats.map((chat) => [chat.place(), chat.service.name]));
  const found = new Map<string, Partial<Record<ChatName, string>>>();
  for (const { provider, user_id, subject } of await externalIdsAt(ctx, [...byPlace.keys()], userIds)) {
    const service = byPlace.get(provider);
    if (service) found.set(user_id, { ...found.get(user_id), [service]: subject });
  }
  return found;
}
