import { randomUUID } from 'node:crypto';
import type { SettingsReader } from '@postern/contract/settings';
import { acs3, queryOf } from '../../cloud/index.ts';
import { askForObject, refusedBy } from '../ask.ts';
import type { SmsBackend, SmsTools } from '../backend.ts';
import { shortSubject } from '../notice-text.ts';

/** Characters that a variable of a template takes. */
const MAX_VARIABLE = 35;

/** Sends a template with its variables. */
async function sendTemplate(
  settings: SettingsReader,
  tools: SmsTools,
  { phone, template, variables, at }: { phone: string; template: string; variables: Readonly<Record<string, string>>; at: Date },
  leaving?: () => Promise<void>,
): Promise<void> {
  const { origin, host } = new URL(settings.get('ALIBABA_SMS_ENDPOINT'));
  const query = {
    PhoneNumbers: phone,
    SignName: settings.get('ALIBABA_VERIFY_SIGN_NAME'),
    TemplateCode: template,
    TemplateParam: JSON.stringify(variables),
  };
  const key = { id: settings.get('ALIBABA_ACCESS_KEY_ID'), secret: settings.get('ALIBABA_ACCESS_KEY_SECRET') };
  const headers = acs3({ host, action: 'SendSms', version: '2017-05-25', query, key, at, nonce: randomUUID() });
  await leaving?.();
  const answer = await askForObject(tools, `${origin}/?${queryOf(query)}`, { method: 'POST', headers });
  if (answer.Code !== 'OK')
    throw refusedBy(answer.Code, /^(InvalidAccessKey|Signature|IncompleteSignature|Forbidden|isp\.RAM|NoPermission)/);
}

/** Short Message Service of Alibaba Cloud: SendSms of 2017-05-25, signed by ACS3-HMAC-SHA256. */
export const alibaba: SmsBackend = {
  name: 'alibaba',
  needs: [
    'ALIBABA_ACCESS_KEY_ID',
    'ALIBABA_ACCESS_KEY_SECRET',
    'ALIBABA_VERIFY_SIGN_NAME',
    'ALIBABA_VERIFY_TEMPLATE_CODE',
    'ALIBABA_SMS_ENDPOINT',
  ],
  send: (settings, tools, { phone, code, at }) =>
    sendTemplate(settings, tools, { phone, template: settings.get('ALIBABA_VERIFY_TEMPLATE_CODE'), variables: { code }, at }),
  notices: (settings) => settings.get('ALIBABA_NOTICE_TEMPLATE_CODE') !== '',
  notify(settings, tools, { phone, subject, at }, leaving) {
    const variables = { message: shortSubject(subject, MAX_VARIABLE) };
    return sendTemplate(settings, tools, { phone, template: settings.get('ALIBABA_NOTICE_TEMPLATE_CODE'), variables, at }, leaving);
  },
};
