import { CodedError } from '@postern/contract/errors';
import { SETTINGS, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import { CHAT_SETTINGS } from '@postern/contract/settings-of-chat';
import { render, text as words } from '@postern/contract/text';
import {
  boolean,
  type Context,
  can,
  type Fields,
  FLAG_SCHEMA,
  listSchema,
  objectSchema,
  type Route,
  secret,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import { question } from '../../../platform/routes/question.ts';
import { answerShape } from '../../../platform/shown.ts';
import type { Chat } from '../../chat/index.ts';
import { Unreachable } from '../../identities/index.ts';
import { LOOKS, type Look, lookAt } from '../check.ts';
import { callbackOf } from './chat-login.ts';

/** The test of a chat service: what was typed, or what is saved, looked at step by step as far as that goes without a person. */

const APPLICATION = words('The application is let in', '应用凭证有效', 'アプリが受け入れられる');
const REGISTER_BIND = words('And this one, for binding', '绑定时使用的回调地址', '紐付け用に登録するアドレス');
const OK = words('The service answers.', '服务连接正常。', 'サービスに接続できました。');
const TESTED = answerShape(
  objectSchema({
    msg: TEXT_SCHEMA,
    ok: FLAG_SCHEMA,
    steps: listSchema(objectSchema({ step: TEXT_SCHEMA, ok: FLAG_SCHEMA, detail: TEXT_SCHEMA })),
  }),
  'singleSignOn.chatTested',
);

const keysOf = ({ service: { name } }: Chat): SettingKey[] =>
  (Object.keys(CHAT_SETTINGS) as (keyof typeof CHAT_SETTINGS)[]).filter((key) => CHAT_SETTINGS[key].category === name);

/** What clients send of a form: all keys of the category, with secrets that were not typed left blank. */
const formOf = (chat: Chat): Fields =>
  Object.fromEntries(
    keysOf(chat).map((key) => {
      const { rule, secret: hidden } = SETTINGS[key];
      const label = words(key, key, key);
      if (rule.kind === 'boolean') return [key, boolean({ label, nullable: true })];
      return [key, hidden ? secret({ label, max: 1024 }) : text({ label, max: 1024, default: '', blank: true })];
    }),
  );

/** The saved settings with those of a form over them. A saved secret is shown to no other service than the one that it was given for. */
function typed(settings: SettingsReader, form: Readonly<Record<string, unknown>>): SettingsReader {
  const version = form.FEISHU_VERSION;
  const elsewhere = typeof version === 'string' && version !== '' && version !== settings.get('FEISHU_VERSION');
  const over = new Map(Object.entries(form).filter(([, value]) => typeof value === 'string' && value !== ''));
  if (elsewhere && !over.has('FEISHU_APP_SECRET')) over.set('FEISHU_APP_SECRET', '');
  return { get: (key) => (over.get(key) ?? settings.get(key)) as never };
}

const looksOf = (chat: Chat): readonly Look[] => [
  {
    step: LOOKS.settings,
    take() {
      const missing = chat.service.needed.find((key) => chat.talk.get(key) === '');
      if (missing) throw new Unreachable(missing);
      return '';
    },
  },
  { step: APPLICATION, take: () => chat.service.look(chat.talk) },
  { step: LOOKS.register, take: () => callbackOf(chat, 'qr') },
  { step: REGISTER_BIND, take: () => callbackOf(chat, 'bind') },
];

/** `POST settings/{service}/testing/`: 200 with `msg`, or 400 with `error`, as clients expect, and the steps beside it. */
export const chatTestRoute = (settings: SettingsReader, chat: Chat): Route =>
  question({
    path: `/api/v1/settings/${chat.service.name}/testing/`,
    name: `settings.${chat.service.name}.testing`,
    who: can('settings.change_auth'),
    rows: { none: 'the service that the settings name' },
    bodyOptional: true,
    body: formOf(chat),
    answer: TESTED,
    async tell(ctx: Context, { body }) {
      const { ok, steps } = await lookAt(ctx, looksOf(chat.as(typed(settings, body))));
      const failed = steps.find((one) => !one.ok);
      if (failed) throw new CodedError('error', {}, { body: { error: `${failed.step}: ${failed.detail}`, ok, steps } });
      return { msg: render(OK, ctx.language), ok, steps };
    },
  });
