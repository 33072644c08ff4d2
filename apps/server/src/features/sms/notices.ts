import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { among, at, type Context } from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import type { Carrier } from '../../platform/mail/outbox.ts';
import { MailRefusal } from '../../platform/mail/refusal.ts';
import { OutboundError, unheard } from '../../platform/outbound/outbound-error.ts';
import { type Delivery, TEXT_MESSAGES } from '../notifications/index.ts';
import type { SmsTools } from './backend.ts';
import { deliverNotice, noticeBackend } from './deliver.ts';
import { SmsRefusal, type SmsRefusalCode } from './refusal.ts';

/** Text messages as a way of notices: to whoever's number is known, where the backend takes them (docs/decisions/0191). */

/** Notices that one number gets: each costs something. They are not counted with the codes, which a flood of them must not keep away. */
const PER_NUMBER = { count: 20, minutes: 60 };

/** Numbers of some people; who has none is not in it. */
async function phonesOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.phone'])
    .where(among(at('u')('id'), ids))
    .where('u.is_active', '=', true)
    .execute();
  return new Map(rows.flatMap(({ id, phone }) => (phone ? [[id, phone] as const] : [])));
}

/** Leads to people; to which number is asked when it goes. */
export const smsDelivery = (settings: SettingsReader): Delivery => ({
  name: TEXT_MESSAGES,
  label: () => text('Text message', '短信', 'SMS'),
  works: () => noticeBackend(settings) !== undefined,
  short: true,
  async reaches(ctx, people) {
    const phones = await phonesOf(
      ctx,
      people.map(({ id }) => id),
    );
    return new Map([...phones.keys()].map((id) => [id, id]));
  },
});

/** Refusals that are of the moment, by the other side's code: too many at once, or out of order. Any other is of the message, or of its number. */
const PASSING =
  /^(HTTP-429|HTTP-5\d\d|0x000000(08|14|58)|8|isv\.BUSINESS_LIMIT_CONTROL|isp\.SYSTEM_ERROR|InternalError.*|RequestLimitExceeded)$/;
/** Answers of whatever stands before a service: the service itself may have taken the message. */
const NOT_ITS_OWN = /^HTTP-5\d\d$/;

/** How the outbox says each. */
const AS_MAIL = {
  not_set_up: 'not_set_up',
  blocked: 'unreachable',
  unreachable: 'unreachable',
  no_trust: 'no_trust',
  too_slow: 'too_slow',
  login_refused: 'login_refused',
  refused: 'refused',
  unreadable: 'refused',
  too_long: 'failed',
  busy: 'failed',
} as const satisfies Record<SmsRefusalCode, MailRefusal['code']>;
/** Nobody said no. */
const OPEN: readonly SmsRefusalCode[] = ['unreachable', 'too_slow', 'unreadable'];

/** What a refusal means for another try. */
function refusalOf(error: unknown): MailRefusal {
  if (!(error instanceof SmsRefusal)) return new MailRefusal('failed', { cause: error });
  const { code, answer, cause } = error;
  const open = (OPEN.includes(code) && !(cause instanceof OutboundError && unheard(cause))) || NOT_ITS_OWN.test(answer);
  const lasting = code === 'not_set_up' || code === 'too_long' || (code === 'refused' && !PASSING.test(answer));
  return new MailRefusal(AS_MAIL[code], { lasting, open, cause: error });
}

/** Hands notices to whoever carries text messages, to the number that the person has at this moment. */
export const smsCarrier = ({ settings, ...tools }: SmsTools & { settings: SettingsReader }): Carrier => ({
  // None of them knows a message that comes again.
  knownUntil: (since) => since,
  async send(ctx, { to: userId, subject, link }, leaving) {
    const backend = noticeBackend(settings);
    if (!backend) throw new MailRefusal('not_set_up', { lasting: true });
    const phone = (await phonesOf(ctx, [userId])).get(userId);
    if (phone === undefined) throw new MailRefusal('bad_address', { lasting: true });
    if (!(await within(ctx.tx, 'sms-notice', phone, PER_NUMBER))) throw new MailRefusal('refused', { lasting: true });
    const site = settings.get('SITE_URL');
    try {
      await deliverNotice(backend, settings, tools, { phone, subject, link: link?.address ?? site, site, at: ctx.clock() }, leaving);
    } catch (error) {
      throw refusalOf(error);
    }
  },
});
