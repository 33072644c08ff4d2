import type { Carrier } from '../../platform/mail/outbox.ts';
import { MailRefusal } from '../../platform/mail/refusal.ts';
import { OutboundError, unheard } from '../../platform/outbound/outbound-error.ts';
import { externalIds } from '../identities/index.ts';
import type { Chat } from './chats.ts';
import { ChatError } from './service.ts';

/** Answers that are not the service's own: whatever stands before it gave up waiting, and the message may have gone through. */
const NOT_ITS_OWN = /^(http-5\d\d|no-object|no-token)$/;

/** What a failure means for another try. */
function refusalOf({ service }: Chat, error: unknown): MailRefusal {
  if (error instanceof ChatError)
    return new MailRefusal('refused', { lasting: service.nobody.includes(error.code), open: NOT_ITS_OWN.test(error.code), cause: error });
  if (!(error instanceof OutboundError)) return new MailRefusal('failed', { cause: error });
  return new MailRefusal('unreachable', { open: !unheard(error), cause: error });
}

/** Whether messages can be sent by a service as it is set. */
export const canWrite = ({ enabled, service, talk }: Chat): boolean => enabled() && service.writes.every((key) => talk.get(key) !== '');

/** Hands messages to a service: to the account that the person has bound at this moment, at the company that the service is set to. */
export const carrierOf = (chat: Chat): Carrier => ({
  knownUntil: chat.service.knownUntil,
  async send(ctx, { to: userId, ...message }, leaving) {
    if (!canWrite(chat)) throw new MailRefusal('not_set_up', { lasting: true });
    const account = (await externalIds(ctx, chat.place(), [userId])).get(userId);
    if (account === undefined) throw new MailRefusal('bad_address', { lasting: true });
    try {
      await chat.service.send(chat.talk, account, message, leaving);
    } catch (error) {
      throw refusalOf(chat, error);
    }
  },
});
