import type { EventBus } from '../../platform/events/bus.ts';
import type { SocketRoute } from '../../platform/feature.ts';
import { MESSAGE_CHANNEL } from './messenger.ts';
import { unreadOf } from './site-message.behaviour.ts';

/** Everybody is told at once when a message goes to all; their counts are spread over this long. */
const SPREAD_MS = 2_000;

/**
 * The number of unread messages, on opening and whenever one arrives (docs/wire/messages.md#live-count). What the client sends is
 * not needed and ignored.
 */
export const messageSocket = (events: EventBus): SocketRoute => ({
  path: '/ws/notifications/site-msg/',
  policy: { allow: 'user' },
  messages: [],
  async open(ctx, socket) {
    let timer: NodeJS.Timeout | undefined;
    const tell = async (): Promise<void> => {
      try {
        socket.send(JSON.stringify({ type: 'unread_count', unread_count: await unreadOf(ctx) }));
      } catch (error) {
        ctx.log.warn({ err: error }, 'unread messages could not be counted');
        socket.close(1011);
      }
    };
    const later = (ms: number): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void tell();
      }, ms);
    };
    // A person's place in the spread is their id's: the same on every node, and no clock tick counts for all.
    const place = Number.parseInt(ctx.actor.id.slice(0, 4), 16) / 0xffff;
    const unsubscribe = events.subscribe(MESSAGE_CHANNEL, ({ users, everyone }) => {
      if (everyone === true) later(Math.round(place * SPREAD_MS));
      else if (Array.isArray(users) && users.includes(ctx.actor.id)) later(0);
    });
    const ungap = events.onGap(() => later(Math.round(place * SPREAD_MS)));
    socket.onClose(() => {
      clearTimeout(timer);
      unsubscribe();
      ungap();
    });
    await tell();
  },
});
