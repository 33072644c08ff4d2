import type { SettingsReader } from '@postern/contract/settings';
import { isRecord } from '@postern/contract/wire';
import { tc3 } from '../../cloud/index.ts';
import { askForObject, refusedBy } from '../ask.ts';
import type { SmsBackend, SmsTools } from '../backend.ts';
import { shortSubject } from '../notice-text.ts';
import { SmsRefusal } from '../refusal.ts';

const ACCOUNT = /^(AuthFailure|UnauthorizedOperation)/;

/** Characters that a variable of a template takes. */
const MAX_VARIABLE = 20;

/** Sends a template with its variable. */
async function sendTemplate(
  settings: SettingsReader,
  tools: SmsTools,
  { phone, template, variable, at }: { phone: string; template: string; variable: string; at: Date },
  leaving?: () => Promise<void>,
): Promise<void> {
  const { origin, host } = new URL(settings.get('TENCENT_SMS_ENDPOINT'));
  const body = JSON.stringify({
    PhoneNumberSet: [`+${phone}`],
    SmsSdkAppId: settings.get('TENCENT_SDKAPPID'),
    SignName: settings.get('TENCENT_VERIFY_SIGN_NAME'),
    TemplateId: template,
    TemplateParamSet: [variable],
  });
  const key = { id: settings.get('TENCENT_SECRET_ID'), secret: settings.get('TENCENT_SECRET_KEY') };
  const headers = {
    ...tc3({ host, service: 'sms', body, key, at }),
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-region': settings.get('TENCENT_SMS_REGION'),
  };
  await leaving?.();
  const { Response: answer } = await askForObject(tools, `${origin}/`, { method: 'POST', headers, body });
  if (!isRecord(answer)) throw new SmsRefusal('unreadable');
  if (isRecord(answer.Error)) throw refusedBy(answer.Error.Code, ACCOUNT);
  const [sent] = Array.isArray(answer.SendStatusSet) ? (answer.SendStatusSet as unknown[]) : [];
  if (!isRecord(sent)) throw new SmsRefusal('unreadable');
  if (sent.Code !== 'Ok') throw refusedBy(sent.Code, ACCOUNT);
}

/** Short Message Service of Tencent Cloud: SendSms of 2021-01-11, signed by TC3-HMAC-SHA256. */
export const tencent: SmsBackend = {
  name: 'tencent',
  needs: [
    'TENCENT_SECRET_ID',
    'TENCENT_SECRET_KEY',
    'TENCENT_SDKAPPID',
    'TENCENT_VERIFY_SIGN_NAME',
    'TENCENT_VERIFY_TEMPLATE_CODE',
    'TENCENT_SMS_ENDPOINT',
    'TENCENT_SMS_REGION',
  ],
  send: (settings, tools, { phone, code, at }) =>
    sendTemplate(settings, tools, { phone, template: settings.get('TENCENT_VERIFY_TEMPLATE_CODE'), variable: code, at }),
  notices: (settings) => settings.get('TENCENT_NOTICE_TEMPLATE_CODE') !== '',
  notify(settings, tools, { phone, subject, at }, leaving) {
    const variable = shortSubject(subject, MAX_VARIABLE);
    return sendTemplate(settings, tools, { phone, template: settings.get('TENCENT_NOTICE_TEMPLATE_CODE'), variable, at }, leaving);
  },
};
