import { randomUUID } from 'node:crypto';
import type { SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Carriers, carryBy } from '../../platform/mail/outbox.ts';
import { type MailRefusalCode, refusalOf } from '../../platform/mail/refusal.ts';
import { type HealthDeps, noteOutcome, REASONS } from './delivery-health.ts';
import { mailForm } from './mail-form.ts';
import type { MessageWords } from './messenger.ts';
import { SYSTEM_MESSAGES, type SystemMessage } from './system-messages.ts';
import type { Delivery } from './ways.ts';

/** A message of the system tried by whoever looks after it: sent to themselves alone, while they wait, so that each way says what came of it. */

export interface TryDeps extends HealthDeps {
  settings: SettingsReader;
  carriers: Carriers;
}

const EXAMPLE = {
  subject: text('Example: {message}', '示例：{message}', '見本：{message}'),
  message: text(
    '<p>This is an example of the message “{message}”. Nothing has happened, and nobody else was told.</p><p><a href="/ui/settings/message">Open messages</a></p>',
    '<p>这是“{message}”消息的示例。并未发生任何情况，也未通知其他人。</p><p><a href="/ui/settings/message">查看消息订阅</a></p>',
    '<p>「{message}」の見本です。実際には何も起きておらず、ほかの人には送っていません。</p><p><a href="/ui/settings/message">メッセージを開く</a></p>',
  ),
};

const wordsOf = (type: SystemMessage): MessageWords => ({ ...EXAMPLE, params: { message: SYSTEM_MESSAGES[type].label } });

const OFF = text('It is not set up.', '尚未配置。', '設定されていません。');
const NOWHERE = text(
  'It does not lead to you: your account has no address or login there.',
  '无法送达：你的账号没有对应的地址，或未绑定该服务。',
  'あなたには届きません。アカウントに宛先がないか、そのサービスと連携していません。',
);
const WRONG = text('The message could not be written.', '无法生成消息。', 'メッセージを作成できませんでした。');

/** What each refusal means of a way, whatever it is. */
const WHY: Readonly<Record<MailRefusalCode, Text>> = { ...REASONS, not_set_up: OFF, bad_address: NOWHERE, failed: WRONG };

/** What came of one way: sent, or why not. */
export interface Tried {
  name: string;
  name_display: string;
  sent: boolean;
  /** Empty where it was sent. */
  reason: string;
}

/** Sends one way's copy to one person, at once. Answers why not. */
async function byWay(ctx: Context, deps: TryDeps, way: Delivery, type: SystemMessage, person: { id: string; email: string }) {
  const { language } = ctx;
  const words = wordsOf(type);
  if (way.name === 'site_msg') {
    await inTransaction(ctx.tx, ctx, (inner) => deps.messenger.send(inner, [person.id], words, []));
    return undefined;
  }
  if (!way.works()) return OFF;
  const to = (await way.reaches(ctx, [person])).get(person.id);
  if (to === undefined) return NOWHERE;
  const params = { message: SYSTEM_MESSAGES[type].label[language] };
  const content = mailForm(render(words.subject, language, params), render(words.message, language, params), deps.settings.get('SITE_URL'));
  try {
    await carryBy(ctx, deps, way.name, { ...content, to, id: randomUUID(), since: ctx.clock() });
  } catch (error) {
    const { code, answer, cause } = refusalOf(error);
    ctx.log.warn({ way: way.name, code, answer, err: cause }, 'an example of a message was not sent');
    return WHY[code];
  }
  await noteOutcome(deps)(ctx, way.name, null);
  return undefined;
}

/** Sends an example of a message to whoever acts, by these ways; each says what came of it. */
export async function tryMessage(ctx: Context, deps: TryDeps, type: SystemMessage, ways: readonly string[]): Promise<Tried[]> {
  const { language } = ctx;
  const { id } = ctx.actor;
  const { email } = await ctx.tx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
  const tried = deps.deliveries.filter(({ name }) => ways.includes(name));
  return Promise.all(
    tried.map(async (way) => {
      const why = await byWay(ctx, deps, way, type, { id, email });
      return { name: way.name, name_display: way.label()[language], sent: why === undefined, reason: why?.[language] ?? '' };
    }),
  );
}
