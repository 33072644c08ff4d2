import type { SettingsReader } from '@postern/contract/settings';
import { resource } from '@postern/resource';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Feature } from '../../platform/feature.ts';
import { licenceNotice } from './licence-notice.job.ts';
import { messageRoutes } from './message.routes.ts';
import { messageSocket } from './message.socket.ts';
import type { Messenger } from './messenger.ts';
import { passwordNotice } from './password-notice.job.ts';
import { messageRetention } from './retention.job.ts';
import { siteMessageBehaviour } from './site-message.behaviour.ts';
import { siteMessage } from './site-message.resource.ts';
import { subscriptionRoutes } from './subscription.routes.ts';
import { systemSubscriptionRoutes } from './system-subscription.routes.ts';
import { siteMessages, systemSubscriptions, userSubscriptions } from './tables.ts';

export { noticeNewAddress } from './address-notice.ts';
export { createMessenger, type MessageWords, type Messenger } from './messenger.ts';
export { maskedPhone, noticePhone } from './phone-notice.ts';
export { waysOf } from './subscription.routes.ts';
export { SUBSCRIPTION_WORDS } from './system-subscription.routes.ts';
export { tellSubscribers } from './system-subscription.ts';
export { taskNotice } from './task-notice.ts';

export interface NotificationsDeps {
  settings: SettingsReader;
  events: EventBus;
  messenger: Messenger;
  /** End of the licence in place; undefined without one. */
  licenceEnd(now: Date): Date | undefined;
}

/** Messages inside the product: people's boxes, their number live, what is sent by itself (docs/wire/messages.md). */
export const notificationsFeature = ({ settings, events, messenger, licenceEnd }: NotificationsDeps): Feature => ({
  resources: [resource(siteMessage, siteMessageBehaviour)],
  tables: [siteMessages, userSubscriptions, systemSubscriptions],
  routes: [...messageRoutes(messenger), ...subscriptionRoutes(settings), ...systemSubscriptionRoutes],
  sockets: [messageSocket(events)],
  jobs: [passwordNotice(settings, messenger), licenceNotice(licenceEnd, messenger), messageRetention(settings)],
});
