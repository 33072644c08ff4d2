import { isRecord } from '@postern/contract/wire';
import { tc3 } from '../../cloud/index.ts';
import { askForObject, refusedBy } from '../ask.ts';
import type { SmsBackend } from '../backend.ts';
import { SmsRefusal } from '../refusal.ts';

const ACCOUNT = /^(AuthFailure|UnauthorizedOperation)/;

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
  async send(settings, tools, { phone, code, at }) {
    const { origin, host } = new URL(settings.get('TENCENT_SMS_ENDPOINT'));
    const body = JSON.stringify({
      PhoneNumberSet: [`+${phone}`],
      SmsSdkAppId: settings.get('TENCENT_SDKAPPID'),
      SignName: settings.get('TENCENT_VERIFY_SIGN_NAME'),
      TemplateId: settings.get('TENCENT_VERIFY_TEMPLATE_CODE'),
      TemplateParamSet: [code],
    });
    const key = { id: settings.get('TENCENT_SECRET_ID'), secret: settings.get('TENCENT_SECRET_KEY') };
    const headers = {
      ...tc3({ host, service: 'sms', body, key, at }),
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': settings.get('TENCENT_SMS_REGION'),
    };
    const { Response: answer } = await askForObject(tools, `${origin}/`, { method: 'POST', headers, body });
    if (!isRecord(answer)) throw new SmsRefusal('unreadable');
    if (isRecord(answer.Error)) throw refusedBy(answer.Error.Code, ACCOUNT);
    const [sent] = Array.isArray(answer.SendStatusSet) ? (answer.SendStatusSet as unknown[]) : [];
    if (!isRecord(sent)) throw new SmsRefusal('unreadable');
    if (sent.Code !== 'Ok') throw refusedBy(sent.Code, ACCOUNT);
  },
};
