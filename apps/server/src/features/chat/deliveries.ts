import { externalIds } from '../identities/index.ts';
import type { Delivery } from '../notifications/index.ts';
import { canWrite } from './carrier.ts';
import type { Chat } from './chats.ts';

/** Chat services as ways of messages: they lead to people who have bound an account there. */
export const chatDeliveries = (chats: readonly Chat[]): readonly Delivery[] =>
  chats.map((chat) => ({
    name: chat.service.name,
    label: () => chat.service.label(chat.talk.get),
    works: () => canWrite(chat),
    async reaches(ctx, people) {
      const ids = people.map(({ id }) => id);
      const bound = await externalIds(ctx, chat.place(), ids);
      return new Map(ids.filter((id) => bound.has(id)).map((id) => [id, id]));
    },
  }));
