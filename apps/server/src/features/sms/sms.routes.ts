import { CodedError } from '@postern/contract/errors';
import type { SettingKey } from '@postern/contract/settings';
import { TEXT_MESSAGE_SETTINGS } from '@postern/contract/settings-of-text-messages';
import { render, text } from '@postern/contract/text';
import { can, listSchema, objectSchema, ok, type Route, TEXT_SCHEMA, text as textField } from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import { detail } from '../../platform/routes/detail.ts';
import { notSent, trial } from '../../platform/routes/trial.ts';
import { answerShape, MESSAGE } from '../../platform/shown.ts';
import { maskedPhone } from '../notifications/index.ts';
import { BACKEND_WORDS, formBody, keysOfCategory, settingsOfForm } from '../settings/index.ts';
import { BACKENDS } from './backends.ts';
import { deliver } from './deliver.ts';
import { judgeTextMessages } from './judge.ts';
import { refusalWords, SmsRefusal } from './refusal.ts';
import type { SmsDeps } from './sms-factor.ts';

const BASE = '/api/v1/settings/sms/';
const SENT = text('A test message was sent to {phone}.', '测试短信已发送至 {phone}。', '{phone} にテストメッセージを送りました。');
const BACKEND = text('Way to send', '发送方式', '送信方法');
/** What clients expect a test to say. */
const TEST_CODE = '666666';
/** Tests that one person has sent, and the minutes: each costs somebody something, and may go to any number. */
const TESTS = { count: 30, minutes: 60 };

const KEYS = Object.keys(TEXT_MESSAGE_SETTINGS) as SettingKey[];
const FORM = formBody(KEYS);

/** Which backends there are, and whether one works: with the settings of a form, saved or not (docs/wire/settings.md#text-messages). */
export const smsRoutes = ({ settings, ...tools }: Omit<SmsDeps, 'outcome'>): readonly Route[] => [
  detail({
    path: `${BASE}backend/`,
    name: 'settings.sms.backend',
    who: can('settings.view_setting'),
    rows: { none: 'ways to send that this version has' },
    answer: answerShape(listSchema(objectSchema({ name: TEXT_SCHEMA, label: TEXT_SCHEMA }))),
    show: (ctx) => BACKENDS.map(({ name }) => ({ name, label: BACKEND_WORDS[name][ctx.language] })),
  }),
  trial({
    path: `${BASE}:backend/testing/`,
    name: 'settings.sms.testing',
    who: can('settings.change_sms'),
    rows: { none: 'a way to send, by the settings of a form' },
    params: { backend: textField({ label: BACKEND, max: 32, required: true }) },
    errors: ['no_such_backend', 'test_phone_required', 'too_many_tests'],
    answer: MESSAGE,
    body: FORM,
    async find(_ctx, { params }) {
      const backend = BACKENDS.find(({ name }) => name === params.backend);
      if (!backend) throw new CodedError('no_such_backend');
      return backend;
    },
    async attempt(ctx, { found: backend, body }) {
      const keys = keysOfCategory(KEYS, backend.name);
      const form = settingsOfForm(ctx, settings, keys, body);
      judgeTextMessages(form, new Map(keys.map((key) => [key, form.get(key)])));
      const phone = form.get('SMS_TEST_PHONE');
      if (phone === '') throw new CodedError('test_phone_required');
      if (!(await within(ctx.tx, 'sms-test', ctx.actor.id, TESTS))) throw new CodedError('too_many_tests');
      try {
        const seconds = settings.get('VERIFY_CODE_TTL');
        await deliver(backend, form, tools, { phone, code: TEST_CODE, language: ctx.language, seconds, at: ctx.clock() });
      } catch (error) {
        if (!(error instanceof SmsRefusal)) throw error;
        throw notSent(ctx, error, refusalWords(error, ctx.language), { backend: backend.name });
      }
      return ok({ msg: render(SENT, ctx.language, { phone: maskedPhone(phone) }) });
    },
  }),
];
