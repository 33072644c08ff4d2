import type { SettingsReader } from '@postern/contract/settings';
import { resource } from '@postern/resource';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Carriers } from '../../platform/mail/outbox.ts';
import { deliveryHealthRoutes } from './delivery-health.routes.ts';
import { digestJob } from './digest.ts';
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
import { deliveryFailures, messageTimings, siteMessages, systemSubscriptions, userSubscriptions, waitingMessages } from './tables.ts';
import { timingRoutes } from './timing.routes.ts';
import type { Delivery } from './ways.ts';

export { noticeNewAddress } from './address-notice.ts';
export { noteOutcome, TEXT_MESSAGES } from './delivery-health.ts';
export { createMessenger, type MessageWords, type Messenger } from './messenger.ts';
export { maskedPhone, noticePhone } from './phone-notice.ts';
export { waysAskedBy } from './subscription.routes.ts';
export { SUBSCRIPTION_WORDS } from './system-subscription.routes.ts';
export { tellSubscribers } from './system-subscription.ts';
export { taskNotice } from './task-notice.ts';
export { createDeliveries, type Delivery, withBox } from './ways.ts';

export interface NotificationsDeps {
  settings: SettingsReader;
  events: EventBus;
  messenger: Messenger;
  jobs: Pick<Jobs, 'enqueue'>;
  deliveries: readonly Delivery[];
  carriers: Carriers;
  /** End of the licence in place; undefined without one. */
  licenceEnd(now: Date): Date | undefined;
}

/** Messages inside the product: people's boxes, their number live, what is sent by itself (docs/wire/messages.md). */
export const notificationsFeature = ({
  settings,
  jobs,
  events,
  messenger,
  deliveries,
  carriers,
  licenceEnd,
}: NotificationsDeps): Feature => ({
  resources: [resource(siteMessage, siteMessageBehaviour)],
  tables: [siteMessages, userSubscriptions, systemSubscriptions, deliveryFailures, messageTimings, waitingMessages],
  routes: [
    ...messageRoutes(messenger),
    ...subscriptionRoutes(deliveries),
    ...systemSubscriptionRoutes({ settings, messenger, deliveries, carriers }),
    ...deliveryHealthRoutes({ messenger, deliveries }),
    ...timingRoutes,
  ],
  sockets: [messageSocket(events)],
  jobs: [
    passwordNotice(settings, messenger),
    licenceNotice(licenceEnd, messenger),
    messageRetention(settings),
    digestJob({ jobs, deliveries }),
  ],
});
