import { createHash, randomBytes } from 'node:crypto';
import type { SettingsReader } from '@postern/contract/settings';
import { askForObject, refusedBy } from '../ask.ts';
import type { SmsBackend, SmsTools } from '../backend.ts';
import { shortSubject } from '../notice-text.ts';

const CALL = '/sms/batchSendSms/v1';

/**
 * The header that proves the secret (WSSE UsernameToken). What goes into base64 is the digest in hexadecimal letters, as the vendor's own
 * clients have it, where WSSE would have its bytes.
 */
export function wsse(key: string, secret: string, at: Date, nonce: string): string {
  const created = at.toISOString().replace(/\.\d{3}/, '');
  const digest = createHash('sha256').update(`${nonce}${created}${secret}`).digest('hex');
  const shown = Buffer.from(digest).toString('base64');
  return `UsernameToken Username="${key}",PasswordDigest="${shown}",Nonce="${nonce}",Created="${created}"`;
}

/** Characters that a variable of a template takes. */
const MAX_VARIABLE = 20;

/** Sends a template with its variable. */
async function sendTemplate(
  settings: SettingsReader,
  tools: SmsTools,
  { phone, template, variable, at }: { phone: string; template: string; variable: string; at: Date },
  leaving?: () => Promise<void>,
): Promise<void> {
  const place = settings.get('HUAWEI_SMS_ENDPOINT').replace(/\/+$/, '');
  const url = place.endsWith(CALL) ? place : `${place}${CALL}`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
    'x-wsse': wsse(settings.get('HUAWEI_APP_KEY'), settings.get('HUAWEI_APP_SECRET'), at, randomBytes(16).toString('hex')),
  };
  const body = new URLSearchParams({
    from: settings.get('HUAWEI_SIGN_CHANNEL_NUM'),
    to: `+${phone}`,
    templateId: template,
    templateParas: JSON.stringify([variable]),
    signature: settings.get('HUAWEI_VERIFY_SIGN_NAME'),
  });
  await leaving?.();
  const answer = await askForObject(tools, url, { method: 'POST', headers, body: body.toString() });
  if (answer.code !== '000000') throw refusedBy(answer.code, /^E0001/);
}

/** Message & SMS of Huawei Cloud: batchSendSms v1. */
export const huawei: SmsBackend = {
  name: 'huawei',
  needs: [
    'HUAWEI_APP_KEY',
    'HUAWEI_APP_SECRET',
    'HUAWEI_SMS_ENDPOINT',
    'HUAWEI_SIGN_CHANNEL_NUM',
    'HUAWEI_VERIFY_SIGN_NAME',
    'HUAWEI_VERIFY_TEMPLATE_CODE',
  ],
  send: (settings, tools, { phone, code, at }) =>
    sendTemplate(settings, tools, { phone, template: settings.get('HUAWEI_VERIFY_TEMPLATE_CODE'), variable: code, at }),
  notices: (settings) => settings.get('HUAWEI_NOTICE_TEMPLATE_CODE') !== '',
  notify(settings, tools, { phone, subject, at }, leaving) {
    const variable = shortSubject(subject, MAX_VARIABLE);
    return sendTemplate(settings, tools, { phone, template: settings.get('HUAWEI_NOTICE_TEMPLATE_CODE'), variable, at }, leaving);
  },
};
