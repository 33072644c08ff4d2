import { CODE_MARK, NUMBERS_MARK } from '@postern/contract/settings-of-text-messages';
import { ask } from '../ask.ts';
import type { SmsBackend, TextMessage } from '../backend.ts';
import { SmsRefusal } from '../refusal.ts';

/** @param write how a value has to be written where it stands */
const filled = (template: string, { phone, code }: Pick<TextMessage, 'phone' | 'code'>, write = (value: string) => value): string =>
  template.replaceAll(NUMBERS_MARK, () => write(phone)).replaceAll(CODE_MARK, () => write(code));

/** A service of one's own: an address with parameters, in its query or as an object in the body. */
export const custom: SmsBackend = {
  name: 'custom',
  needs: ['CUSTOM_SMS_URL'],
  async send(settings, tools, message) {
    const url = new URL(filled(settings.get('CUSTOM_SMS_URL'), message, encodeURIComponent));
    const values = Object.entries(settings.get('CUSTOM_SMS_API_PARAMS')).map(([name, value]) => [name, filled(value, message)] as const);
    const posted = settings.get('CUSTOM_SMS_REQUEST_METHOD') === 'post';
    if (!posted) for (const [name, value] of values) url.searchParams.set(name, value);
    const { status } = await ask(
      tools,
      url.href,
      posted
        ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(values)) }
        : { method: 'GET' },
    );
    if (status === 401 || status === 403) throw new SmsRefusal('login_refused', `HTTP-${status}`);
    if (status < 200 || status > 299) throw new SmsRefusal('refused', `HTTP-${status}`);
  },
};
