import type { SettingsReader } from '@postern/contract/settings';
import { CODE_MARK, MESSAGE_MARK, NUMBERS_MARK } from '@postern/contract/settings-of-text-messages';
import { ask } from '../ask.ts';
import type { SmsBackend, SmsTools } from '../backend.ts';
import { noticeText } from '../notice-text.ts';
import { SmsRefusal } from '../refusal.ts';

/** Characters of a notice: what one message holds in any alphabet would be too short for a link, and how it is carried is the service's affair. */
const MAX_NOTICE = 300;

/** What is filled in, by its mark. */
type Marks = Readonly<Record<string, string>>;

/** @param write how a value has to be written where it stands */
const filled = (template: string, marks: Marks, write = (value: string) => value): string =>
  // At one go: what stands in a value is no mark.
  template.replaceAll(/\{\w+\}/g, (mark) => (Object.hasOwn(marks, mark) ? write(marks[mark] ?? '') : mark));

/** Asks the service, with parameters in its query or as an object in the body. */
async function askWith(
  settings: SettingsReader,
  tools: SmsTools,
  { parameters, marks }: { parameters: Readonly<Record<string, string>>; marks: Marks },
  leaving?: () => Promise<void>,
): Promise<void> {
  const url = new URL(filled(settings.get('CUSTOM_SMS_URL'), marks, encodeURIComponent));
  const values = Object.entries(parameters).map(([name, value]) => [name, filled(value, marks)] as const);
  const posted = settings.get('CUSTOM_SMS_REQUEST_METHOD') === 'post';
  if (!posted) for (const [name, value] of values) url.searchParams.set(name, value);
  await leaving?.();
  const { status } = await ask(
    tools,
    url.href,
    posted
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(values)) }
      : { method: 'GET' },
  );
  if (status === 401 || status === 403) throw new SmsRefusal('login_refused', `HTTP-${status}`);
  if (status < 200 || status > 299) throw new SmsRefusal('refused', `HTTP-${status}`);
}

/** A service of one's own: an address with parameters. */
export const custom: SmsBackend = {
  name: 'custom',
  needs: ['CUSTOM_SMS_URL'],
  send: (settings, tools, { phone, code }) =>
    askWith(settings, tools, {
      parameters: settings.get('CUSTOM_SMS_API_PARAMS'),
      marks: { [NUMBERS_MARK]: phone, [CODE_MARK]: code },
    }),
  // An address that asks for a code says that it is of one.
  notices: (settings) =>
    Object.keys(settings.get('CUSTOM_SMS_NOTICE_PARAMS')).length > 0 && !settings.get('CUSTOM_SMS_URL').includes(CODE_MARK),
  notify(settings, tools, { phone, ...notice }, leaving) {
    const message = noticeText(notice, (text) => text.length <= MAX_NOTICE);
    return askWith(
      settings,
      tools,
      { parameters: settings.get('CUSTOM_SMS_NOTICE_PARAMS'), marks: { [NUMBERS_MARK]: phone, [MESSAGE_MARK]: message } },
      leaving,
    );
  },
};
