import { type Chat, chatDeliveries, createChats } from './features/chat/index.ts';
import { createDeliveries, createMessenger, type Delivery, type Messenger } from './features/notifications/index.ts';
import { smsDelivery } from './features/sms/index.ts';
import type { Platform } from './platform/platform.ts';

/** How people are written to over a platform: the chat services as they are set, all ways, and who uses them. */
export function messagingOf(platform: Platform): { chats: readonly Chat[]; deliveries: readonly Delivery[]; messenger: Messenger } {
  const { systemSettings: settings, outbound, events, jobs } = platform;
  const chats = createChats({ settings, outbound, addresses: platform.settings.chatAddresses });
  const deliveries = createDeliveries(settings, [...chatDeliveries(chats), smsDelivery(settings)]);
  return { chats, deliveries, messenger: createMessenger({ events, settings, jobs, deliveries }) };
}
