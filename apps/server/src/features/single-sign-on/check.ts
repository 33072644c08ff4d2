import { type Text, text } from '@postern/contract/text';
import { type Context, can, FLAG_SCHEMA, listSchema, objectSchema, type Route, TEXT_SCHEMA, text as textField } from '@postern/resource';
import { question } from '../../platform/routes/question.ts';
import { answerShape } from '../../platform/shown.ts';
import { Unreachable } from '../identities/index.ts';
import { PROVIDER_LABEL } from './providers.ts';
import { outboundError } from './sign-on.ts';

/** What a test of a way in looks at: its words, and the work that answers what was found. */
export interface Look {
  step: Text;
  take(): Promise<string> | string;
}

const TESTED = answerShape(
  objectSchema({ ok: FLAG_SCHEMA, steps: listSchema(objectSchema({ step: TEXT_SCHEMA, ok: FLAG_SCHEMA, detail: TEXT_SCHEMA })) }),
  'singleSignOn.tested',
);
const MAX = 300;

export const LOOKS = {
  settings: text('Everything it takes is filled in', '必填项已填写', '必要な項目が入力されている'),
  description: text('Description of the provider', '提供方描述', 'プロバイダーの説明'),
  keys: text('Keys of its signatures', '签名公钥', '署名の鍵'),
  addresses: text('Address browsers are sent to', '浏览器跳转地址', 'ブラウザーの送り先'),
  token: text('Address that gives tokens', '令牌地址', 'トークンのアドレス'),
  person: text('Address that tells of people', '用户信息地址', 'ユーザー情報のアドレス'),
  register: text('Register this address there', '请在对方登记此地址', '相手側に登録するアドレス'),
} as const;

/** What went wrong, for administrators: words of ours and codes of the system, never what was sent. */
function reasonOf(error: unknown): string {
  const outbound = outboundError(error);
  if (outbound) return `${outbound.why} ${outbound.detail}`.trim();
  if (error instanceof Unreachable) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  return [code, message].filter(Boolean).join(' ').slice(0, MAX);
}

interface Tested {
  ok: boolean;
  steps: { step: string; ok: boolean; detail: string }[];
}

/** Looks at one thing after the other, until one is not as it should be. */
export async function lookAt(ctx: Context, looks: readonly Look[]): Promise<Tested> {
  const steps: Tested['steps'] = [];
  for (const { step, take } of looks) {
    try {
      steps.push({ step: step[ctx.language], ok: true, detail: (await take()).slice(0, MAX) });
    } catch (error) {
      steps.push({ step: step[ctx.language], ok: false, detail: reasonOf(error) });
      break;
    }
  }
  return { ok: steps.every((step) => step.ok), steps };
}

/** Which of several providers of a kind; the one of the settings without it. */
const PROVIDER = {
  provider: textField({ label: PROVIDER_LABEL, max: 32, default: '', blank: true }),
};

/** `POST settings/{kind}/testing/`: what is saved is looked at step by step, as far as that goes without a person. */
export const testRoute = (kind: string, looks: (provider: string) => readonly Look[]): Route =>
  question({
    path: `/api/v1/settings/${kind}/testing/`,
    name: `settings.${kind}.testing`,
    who: can('settings.change_auth'),
    rows: { none: 'the place that the settings name' },
    body: 'none',
    query: PROVIDER,
    answer: TESTED,
    errors: ['not_found'],
    tell: (ctx, { query }) => lookAt(ctx, looks(query.provider)),
  });
