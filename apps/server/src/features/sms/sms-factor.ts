import { addressGroup } from '@postern/contract/bounds';
import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Factor } from '../authentication/index.ts';
import { maskedPhone } from '../notifications/index.ts';
import { type CodeOf, issueCode, useSentCode, withdrawCode } from '../verification-codes/index.ts';
import type { SmsTools } from './backend.ts';
import { chosenBackend, deliver } from './deliver.ts';
import { SmsRefusal } from './refusal.ts';

export interface SmsDeps extends SmsTools {
  settings: SettingsReader;
  /** Told what came of a message: null where it was taken on. */
  outcome(ctx: Context, failure: { code: string; lasting: boolean } | null): Promise<void>;
}

const WAY = 'sms';

/** Messages that one number gets, whoever's it is: several people may have it, and somebody else may own it. */
const PER_NUMBER = { count: 10, minutes: 60 };
/** Messages that one address has sent, to whomever: a list of stolen passwords must not ring at all its owners. An office is one address. */
const PER_ADDRESS = { count: 100, minutes: 60 };

/** Takes one of the messages that number and address have left. @throws CodedError code_send_too_frequently */
async function bound(ctx: Context, phone: string): Promise<void> {
  const { kind } = ctx.actor;
  // Those who log in at an SSH door have its address here, which counts connections of theirs itself.
  const counted = kind === 'component' || (await within(ctx.tx, 'sms-address', addressGroup(ctx.origin.ip), PER_ADDRESS));
  if (!counted || !(await within(ctx.tx, 'sms-number', phone, PER_NUMBER))) throw new CodedError('code_send_too_frequently');
}

/** A code by text message as second factor of whoever has a number, where an administrator switched that on. */
export function smsFactor({ settings, outcome, ...tools }: SmsDeps): Factor {
  return {
    name: WAY,
    label: text('Code by text message', '短信验证码', 'SMS のコード'),
    hint: text('Six digits from the message', '短信中的 6 位数字', 'SMS に記載された 6 桁の数字'),
    bound: false,
    typed: true,
    available: ({ phone }, now) => now.get('SMS_ENABLED') && Boolean(phone) && chosenBackend(now) !== undefined,
    async send(ctx, { id, phone }, purpose) {
      const backend = chosenBackend(settings);
      if (!backend || !phone) throw new CodedError('text_message_not_sent');
      const about: CodeOf = { userId: id, way: WAY, purpose, target: phone };
      // What is counted is counted once the code stands, and stays so whether or not the message arrives.
      const code = await inTransaction(ctx.tx, ctx, async (inner) => {
        const issued = await issueCode(inner, settings, about);
        await bound(inner, phone);
        return issued;
      });
      try {
        const seconds = settings.get('VERIFY_CODE_TTL');
        await deliver(backend, settings, tools, { phone, code, language: ctx.language, seconds, at: ctx.clock() });
        await outcome(ctx, null);
      } catch (error) {
        // Nobody has it: another one may be asked for at once.
        await withdrawCode(ctx, about, code);
        if (!(error instanceof SmsRefusal)) throw error;
        ctx.log.warn({ backend: backend.name, code: error.code, answer: error.answer, err: error.cause }, 'a text message was not sent');
        // What is refused may be the number; what cannot be asked is the way.
        await outcome(ctx, { code: error.code, lasting: error.code === 'refused' });
        throw new CodedError('text_message_not_sent');
      }
      return maskedPhone(phone);
    },
    prove: (ctx, { id, phone }, { code }, { purpose }) =>
      phone ? useSentCode(ctx, { userId: id, way: WAY, purpose, target: phone }, code) : Promise.resolve(false),
  };
}
