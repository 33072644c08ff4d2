import { randomUUID } from 'node:crypto';
import { acs3, queryOf } from '../../cloud/index.ts';
import { askForObject, refusedBy } from '../ask.ts';
import type { SmsBackend } from '../backend.ts';

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
  async send(settings, tools, { phone, code, at }) {
    const { origin, host } = new URL(settings.get('ALIBABA_SMS_ENDPOINT'));
    const query = {
      PhoneNumbers: phone,
      SignName: settings.get('ALIBABA_VERIFY_SIGN_NAME'),
      TemplateCode: settings.get('ALIBABA_VERIFY_TEMPLATE_CODE'),
      TemplateParam: JSON.stringify({ code }),
    };
    const key = { id: settings.get('ALIBABA_ACCESS_KEY_ID'), secret: settings.get('ALIBABA_ACCESS_KEY_SECRET') };
    const headers = acs3({ host, action: 'SendSms', version: '2017-05-25', query, key, at, nonce: randomUUID() });
    const answer = await askForObject(tools, `${origin}/?${queryOf(query)}`, { method: 'POST', headers });
    if (answer.Code !== 'OK')
      throw refusedBy(answer.Code, /^(InvalidAccessKey|Signature|IncompleteSignature|Forbidden|isp\.RAM|NoPermission)/);
  },
};
