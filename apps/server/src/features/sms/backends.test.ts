import { createHash, createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { SETTINGS, type SettingKey, type SettingsReader, type SettingValue } from '@postern/contract/settings';
import type { Language } from '@postern/contract/text';
import { startCmppGateway } from '@postern/testkit/cmpp-gateway';
import { type Caught, type HttpCatcher, startHttpCatcher } from '@postern/testkit/http-catcher';
import { startSmppCentre } from '@postern/testkit/smpp-centre';
import { afterEach, describe, expect, test } from 'vitest';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import type { TextMessage } from './backend.ts';
import { authenticatorOf, timestampOf } from './backends/cmpp2-packet.ts';
import { wsse } from './backends/huawei.ts';
import { encodedText } from './backends/smpp-packet.ts';
import { BACKENDS } from './backends.ts';
import { deliver, deliverNotice } from './deliver.ts';

/** Each way to send, against somebody who checks what is sent as the way's own documents say. */

const ALLOW = ['127.0.0.1'];
const PHONE = '8613800138000';
const CODE = '042817';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
const lasting = <T extends { stop(): unknown }>(one: T): T => {
  ended.push(() => one.stop());
  return one;
};

const over = (values: Partial<Record<SettingKey, unknown>>): SettingsReader => ({
  get: <K extends SettingKey>(key: K) => (values[key] ?? SETTINGS[key].default) as SettingValue<K>,
});

/** Sends one. @returns how it went: `sent`, or why it did not */
async function send(
  name: string,
  values: Partial<Record<SettingKey, unknown>>,
  more: Partial<TextMessage> = {},
  limitMs = 5_000,
): Promise<string> {
  const backend = BACKENDS.find((one) => one.name === name);
  if (!backend) throw new Error(name);
  const message = { phone: PHONE, code: CODE, language: 'en' as Language, seconds: 60, at: new Date(), ...more };
  return outcomeOf((outbound) => deliver(backend, over(values), { outbound, allow: ALLOW, limitMs }, message));
}

const NOTICE = { subject: '网关 web1 的门开着', link: 'https://p.example/ui/tickets/1', site: 'https://p.example' };

/** The same with a notice; `leaving` before it when the other side had nothing yet. */
async function notify(name: string, values: Partial<Record<SettingKey, unknown>>, more: Partial<typeof NOTICE> = {}): Promise<string> {
  const backend = BACKENDS.find((one) => one.name === name);
  if (!backend?.notices(over(values))) return 'no notices';
  return outcomeOf((outbound) =>
    deliverNotice(
      backend,
      over(values),
      { outbound, allow: ALLOW },
      { phone: PHONE, at: new Date(), ...NOTICE, ...more },
      async () => undefined,
    ),
  );
}

async function outcomeOf(work: (outbound: ReturnType<typeof createOutbound>) => Promise<void>): Promise<string> {
  const outbound = createOutbound({ allow: ALLOW });
  try {
    await work(outbound);
    return 'sent';
  } catch (error) {
    const { code, answer } = error as { code?: string; answer?: string };
    return [code ?? String(error), answer].filter(Boolean).join(' ');
  } finally {
    await outbound.close();
  }
}

const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const caught = async (answer: (request: Caught, response: ServerResponse) => void): Promise<HttpCatcher> =>
  lasting(await startHttpCatcher(answer));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
/** RFC 3986, as all of these count it. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

describe('Alibaba Cloud', () => {
  const values = (origin: string, secret = 'ali-secret') => ({
    ALIBABA_ACCESS_KEY_ID: 'ali-id',
    ALIBABA_ACCESS_KEY_SECRET: secret,
    ALIBABA_VERIFY_SIGN_NAME: '海门 (测试)',
    ALIBABA_VERIFY_TEMPLATE_CODE: 'SMS_154950909',
    ALIBABA_SMS_ENDPOINT: origin,
  });
  /** Whether the request is signed as "request syntax and signature method V3" says, computed from what arrived alone. */
  function signed({ method, path, headers, body }: Caught): boolean {
    const [credential, names, signature] =
      /Credential=(.+),SignedHeaders=(.+),Signature=(.+)$/.exec(headers.authorization ?? '')?.slice(1) ?? [];
    const query = [...new URL(path, 'http://x').searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&');
    const lines = (names ?? '')
      .split(';')
      .map((name) => `${name}:${String(headers[name]).trim()}\n`)
      .join('');
    const canonical = [method, new URL(path, 'http://x').pathname, query, lines, names, headers['x-acs-content-sha256']].join('\n');
    return (
      credential === 'ali-id' &&
      headers['x-acs-content-sha256'] === sha256(body) &&
      Math.abs(Date.parse(String(headers['x-acs-date'])) - Date.now()) < 60_000 &&
      signature === hmac('ali-secret', `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
    );
  }
  const service = () =>
    caught((request, response) => {
      if (signed(request)) json(response, { Code: 'OK', Message: 'OK', BizId: '1', RequestId: '2' });
      else json(response, { Code: 'SignatureDoesNotMatch', Message: 'no' }, 400);
    });

  test('takes a signed request for the template and its code', async () => {
    const { origin, requests } = await service();
    expect(await send('alibaba', values(origin))).toBe('sent');
    const [request] = requests;
    expect(request?.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' });
    expect(Object.fromEntries(new URL(request?.path ?? '', origin).searchParams)).toEqual({
      PhoneNumbers: PHONE,
      SignName: '海门 (测试)',
      TemplateCode: 'SMS_154950909',
      TemplateParam: `{"code":"${CODE}"}`,
    });
    expect(JSON.stringify(requests)).not.toContain('ali-secret');
  });
  test('is told of an account that is refused, and of a message that is', async () => {
    const { origin } = await service();
    expect(await send('alibaba', values(origin, 'other'))).toBe('login_refused SignatureDoesNotMatch');
    const limited = await caught((_, response) => json(response, { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控' }));
    expect(await send('alibaba', values(limited.origin))).toBe('refused isv.BUSINESS_LIMIT_CONTROL');
  });
});

describe('Tencent Cloud', () => {
  const values = (origin: string, key = 'ten-secret') => ({
    TENCENT_SECRET_ID: 'ten-id',
    TENCENT_SECRET_KEY: key,
    TENCENT_SDKAPPID: '1400006666',
    TENCENT_VERIFY_SIGN_NAME: '海门',
    TENCENT_VERIFY_TEMPLATE_CODE: '1110',
    TENCENT_SMS_ENDPOINT: origin,
  });
  /** TC3-HMAC-SHA256 over what arrived. */
  function signed({ headers, body }: Caught): boolean {
    const [id, day, names, signature] =
      /^TC3-HMAC-SHA256 Credential=(.+)\/(.+)\/sms\/tc3_request, SignedHeaders=(.+), Signature=(.+)$/
        .exec(headers.authorization ?? '')
        ?.slice(1) ?? [];
    const lines = (names ?? '')
      .split(';')
      .map((name) => `${name}:${headers[name]}\n`)
      .join('');
    const canonical = ['POST', '/', '', lines, names, sha256(body)].join('\n');
    const time = String(headers['x-tc-timestamp']);
    const key = hmac(hmac(hmac('TC3ten-secret', String(day)), 'sms'), 'tc3_request');
    const text = ['TC3-HMAC-SHA256', time, `${day}/sms/tc3_request`, sha256(canonical)].join('\n');
    const fresh = Math.abs(Number(time) - Date.now() / 1000) < 60 && day === new Date(Number(time) * 1000).toISOString().slice(0, 10);
    return id === 'ten-id' && fresh && signature === hmac(key, text).toString('hex');
  }
  const answer = (sent: object) => ({ Response: { SendStatusSet: [sent], RequestId: '1' } });

  test('takes a signed request for the template and its code', async () => {
    const { origin, requests } = await caught((request, response) =>
      json(response, signed(request) ? answer({ Code: 'Ok', Fee: 1 }) : { Response: { Error: { Code: 'AuthFailure.SignatureFailure' } } }),
    );
    expect(await send('tencent', values(origin))).toBe('sent');
    expect(requests[0]?.headers).toMatchObject({ 'x-tc-action': 'SendSms', 'x-tc-version': '2021-01-11', 'x-tc-region': 'ap-guangzhou' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      PhoneNumberSet: [`+${PHONE}`],
      SmsSdkAppId: '1400006666',
      SignName: '海门',
      TemplateId: '1110',
      TemplateParamSet: [CODE],
    });
    expect(await send('tencent', values(origin, 'other'))).toBe('login_refused AuthFailure.SignatureFailure');
  });
  test.each([
    ['refuses this number', answer({ Code: 'LimitExceeded.PhoneNumberDailyLimit' }), 'refused LimitExceeded.PhoneNumberDailyLimit'],
    ['says nothing of it', { Response: { SendStatusSet: [] } }, 'unreadable'],
    ['says nothing at all', [], 'unreadable'],
  ])('has not sent what it %s', async (_, body, why) => {
    const { origin } = await caught((_request, response) => json(response, body));
    expect(await send('tencent', values(origin))).toBe(why);
  });
});

describe('Huawei Cloud', () => {
  const values = (place: string, secret = 'hua-secret') => ({
    HUAWEI_APP_KEY: 'hua-key',
    HUAWEI_APP_SECRET: secret,
    HUAWEI_SMS_ENDPOINT: place,
    HUAWEI_SIGN_CHANNEL_NUM: '8820032023657',
    HUAWEI_VERIFY_SIGN_NAME: '海门',
    HUAWEI_VERIFY_TEMPLATE_CODE: '8ff55eac1d0b478ab3c06c3c6a492300',
  });
  function signed({ headers }: Caught): boolean {
    const [key, digest, nonce, created] =
      /^UsernameToken Username="(.+)",PasswordDigest="(.+)",Nonce="(.+)",Created="(.+)"$/.exec(String(headers['x-wsse']))?.slice(1) ?? [];
    const hex = Buffer.from(digest ?? '', 'base64').toString();
    const shown = headers.authorization === 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"';
    return (
      shown &&
      key === 'hua-key' &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(created ?? '') &&
      hex === sha256(`${nonce}${created}hua-secret`)
    );
  }

  test.each(['', '/', '/sms/batchSendSms/v1'])('takes a proven request at the address of the app%s', async (tail) => {
    const { origin, requests } = await caught((request, response) =>
      json(response, signed(request) ? { code: '000000', description: 'Success' } : { code: 'E000103', description: 'app_key' }, 200),
    );
    expect(await send('huawei', values(`${origin}${tail}`))).toBe('sent');
    expect(requests[0]?.path).toBe('/sms/batchSendSms/v1');
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
      from: '8820032023657',
      to: `+${PHONE}`,
      templateId: '8ff55eac1d0b478ab3c06c3c6a492300',
      templateParas: `["${CODE}"]`,
      signature: '海门',
    });
    expect(await send('huawei', values(origin, 'other'))).toBe('login_refused E000103');
  });
  test('has the digest in hexadecimal letters, in base64', () => {
    const at = new Date('2018-02-12T15:30:20.500Z');
    // sha256("66C92B11FF8A425FB8D4CCFE0ED9ED1F" "2018-02-12T15:30:20Z" "secret") by another program.
    expect(wsse('key', 'secret', at, '66C92B11FF8A425FB8D4CCFE0ED9ED1F')).toBe(
      'UsernameToken Username="key",PasswordDigest="OTAzNDRkOTJiZTVkMDJhODVhZmQxZWNkNTM4YmViZTk2NmJjNjQzMDM0OGY5NjdlNTQwNzNhNWQ5ZDE1OWI2OQ==",Nonce="66C92B11FF8A425FB8D4CCFE0ED9ED1F",Created="2018-02-12T15:30:20Z"',
    );
  });
});

describe('a template of a cloud takes the subject of a notice, cut', () => {
  const long = '门'.repeat(40);
  test('at Alibaba Cloud', async () => {
    const { origin, requests } = await caught((_, response) => json(response, { Code: 'OK' }));
    const values = {
      ...{ ALIBABA_ACCESS_KEY_ID: 'id', ALIBABA_ACCESS_KEY_SECRET: 's', ALIBABA_VERIFY_SIGN_NAME: 'x' },
      ...{ ALIBABA_VERIFY_TEMPLATE_CODE: 'codes', ALIBABA_SMS_ENDPOINT: origin },
    };
    expect(await notify('alibaba', values)).toBe('no notices');
    expect(await notify('alibaba', { ...values, ALIBABA_NOTICE_TEMPLATE_CODE: 'notices' }, { subject: long })).toBe('sent');
    const { searchParams } = new URL(requests[0]?.path ?? '', origin);
    expect([searchParams.get('TemplateCode'), JSON.parse(searchParams.get('TemplateParam') ?? '')]).toEqual([
      'notices',
      { message: `${'门'.repeat(32)}...` },
    ]);
  });
  test('at Tencent Cloud', async () => {
    const { origin, requests } = await caught((_, response) => json(response, { Response: { SendStatusSet: [{ Code: 'Ok' }] } }));
    const values = {
      ...{ TENCENT_SECRET_ID: 'id', TENCENT_SECRET_KEY: 's', TENCENT_SDKAPPID: '1', TENCENT_VERIFY_SIGN_NAME: 'x' },
      ...{ TENCENT_VERIFY_TEMPLATE_CODE: 'codes', TENCENT_SMS_ENDPOINT: origin },
    };
    expect(await notify('tencent', values)).toBe('no notices');
    expect(await notify('tencent', { ...values, TENCENT_NOTICE_TEMPLATE_CODE: 'notices' })).toBe('sent');
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ TemplateId: 'notices', TemplateParamSet: [NOTICE.subject] });
  });
  test('at Huawei Cloud', async () => {
    const { origin, requests } = await caught((_, response) => json(response, { code: '000000' }));
    const values = {
      ...{ HUAWEI_APP_KEY: 'k', HUAWEI_APP_SECRET: 's', HUAWEI_SMS_ENDPOINT: origin, HUAWEI_SIGN_CHANNEL_NUM: '1' },
      ...{ HUAWEI_VERIFY_SIGN_NAME: 'x', HUAWEI_VERIFY_TEMPLATE_CODE: 'codes' },
    };
    expect(await notify('huawei', values)).toBe('no notices');
    expect(await notify('huawei', { ...values, HUAWEI_NOTICE_TEMPLATE_CODE: 'notices' }, { subject: long })).toBe('sent');
    const body = new URLSearchParams(requests[0]?.body);
    expect([body.get('templateId'), body.get('templateParas')]).toEqual(['notices', JSON.stringify([`${'门'.repeat(17)}...`])]);
  });
});

describe("a service of one's own", () => {
  const params = { to: '{phone_numbers}', text: 'Code {code}, {code}!', key: 'k' };
  test('is asked by its address, with what is in its parameters', async () => {
    const { origin, requests } = await caught((_, response) => void response.end('fine'));
    expect(await send('custom', { CUSTOM_SMS_URL: `${origin}/send/{code}?a=b&n={phone_numbers}`, CUSTOM_SMS_API_PARAMS: params })).toBe(
      'sent',
    );
    const url = new URL(requests[0]?.path ?? '', origin);
    expect([requests[0]?.method, url.pathname]).toEqual(['GET', `/send/${CODE}`]);
    expect(Object.fromEntries(url.searchParams)).toEqual({ a: 'b', n: PHONE, to: PHONE, text: `Code ${CODE}, ${CODE}!`, key: 'k' });
  });
  test('is sent an object where it takes one', async () => {
    const { origin, requests } = await caught((_, response) => void response.writeHead(202).end());
    const values = { CUSTOM_SMS_URL: origin, CUSTOM_SMS_API_PARAMS: params, CUSTOM_SMS_REQUEST_METHOD: 'post' };
    expect(await send('custom', values)).toBe('sent');
    expect([requests[0]?.method, requests[0]?.path, JSON.parse(requests[0]?.body ?? '')]).toEqual([
      'POST',
      '/',
      { to: PHONE, text: `Code ${CODE}, ${CODE}!`, key: 'k' },
    ]);
  });
  test.each([
    [500, 'refused HTTP-500'],
    [404, 'refused HTTP-404'],
    [401, 'login_refused HTTP-401'],
    [302, 'blocked'],
  ])('that answers %i has not sent it', async (status, why) => {
    const { origin } = await caught((_, response) => void response.writeHead(status, { location: 'http://127.0.0.2/' }).end());
    expect(await send('custom', { CUSTOM_SMS_URL: origin })).toBe(why);
  });
});

describe('whoever is asked by HTTP', () => {
  const at = (origin: string) => ({ CUSTOM_SMS_URL: origin });
  test('and says nothing, or too much, or is nobody, or not to be asked, is told apart', async () => {
    const silent = await caught(() => undefined);
    const talker = await caught((_, response) => void response.end('x'.repeat(100_000)));
    const gone = await startHttpCatcher(() => undefined);
    await gone.stop();
    expect(await send('custom', at(silent.origin), {}, 300)).toBe('too_slow');
    expect(await send('custom', at(talker.origin))).toBe('unreadable');
    expect(await send('custom', at(gone.origin))).toBe('unreachable');
    expect(await send('custom', at('http://169.254.169.254/'))).toBe('blocked');
    expect(await send('custom', at('http://192.0.2.1/'))).toBe('blocked');
  });
  test('is not asked before all is set', async () => {
    expect(await send('alibaba', {})).toBe('not_set_up');
    expect(await send('smpp', { SMPP_HOST: '127.0.0.1' })).toBe('not_set_up');
  });
});

describe('SMPP', () => {
  const account = { systemId: 'postern', password: 'smpp-pw' };
  const values = ({ port, certificate }: { port: number; certificate: string }) => ({
    SMPP_HOST: '127.0.0.1',
    SMPP_PORT: port,
    SMPP_USE_TLS: certificate !== '',
    SMPP_CA: certificate,
    SMPP_SYSTEM_ID: account.systemId,
    SMPP_PASSWORD: account.password,
    SMPP_SYSTEM_TYPE: 'otp',
    SMPP_SOURCE_ADDR: 'Postern',
  });

  test.each([[true], [false]] as const)('binds, submits and unbinds (encrypted: %s)', async (encrypted) => {
    const centre = lasting(await startSmppCentre({ account, asks: true, ...(encrypted ? { tls: true } : {}) }));
    expect(await send('smpp', values(centre))).toBe('sent');
    expect(centre.packets.map(({ command }) => command)).toEqual(['bind_transmitter', 'submit_sm', 'enquire_link_resp', 'unbind']);
    expect(centre.packets[0]).toMatchObject({ system_id: 'postern', system_type: 'otp', interface_version: 0x34 });
    expect(centre.packets[1]).toMatchObject({
      source_addr_ton: 5,
      source_addr_npi: 0,
      source_addr: 'Postern',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: PHONE,
      data_coding: 0,
    });
    expect(centre.texts()).toEqual([`Your verification code is ${CODE}. It works once, within 60 seconds. Tell it to nobody.`]);
  });
  test('says it in the language of whoever reads it, or in the words of the settings', async () => {
    const centre = lasting(await startSmppCentre({ account }));
    for (const language of ['zh', 'ja'] as const) expect(await send('smpp', values(centre), { language })).toBe('sent');
    const short = { SMPP_SOURCE_ADDR: '10086', SMPP_SOURCE_TON: 3, SMPP_SOURCE_NPI: 9, SMPP_DEST_TON: 2, SMPP_DEST_NPI: 8 };
    expect(await send('smpp', { ...values(centre), ...short, SMPP_VERIFY_TEMPLATE: 'Ünser Code: {code}' })).toBe('sent');
    const fields = { source_addr: '10086', source_addr_ton: 3, source_addr_npi: 9, dest_addr_ton: 2, dest_addr_npi: 8, data_coding: 8 };
    expect(centre.packets.findLast(({ command }) => command === 'submit_sm')).toMatchObject(fields);
    const [zh, ja, own] = centre.texts();
    expect(zh).toBe(`验证码 ${CODE}，60 秒内有效，仅可使用一次，请勿告知他人。`);
    expect(ja).toContain(`認証コード：${CODE}`);
    expect(own).toBe(`Ünser Code: ${CODE}`);
  });
  test('is told of a wrong password, a refused message, and a certificate of somebody else', async () => {
    const centre = lasting(await startSmppCentre({ account, tls: true, status: 0x58 }));
    expect(await send('smpp', { ...values(centre), SMPP_PASSWORD: 'wrong' })).toBe('login_refused 0x0000000e');
    expect(await send('smpp', values(centre))).toBe('refused 0x00000058');
    centre.packets.length = 0;
    expect(await send('smpp', { ...values(centre), SMPP_CA: '' })).toMatch(/^no_trust /);
    expect(centre.packets).toEqual([]);
  });
  test('carries at most one message', () => {
    expect(encodedText('a'.repeat(160)).content).toHaveLength(160);
    expect(() => encodedText('a'.repeat(161))).toThrow('too_long');
    expect(encodedText('码'.repeat(70))).toMatchObject({ coding: 8 });
    expect(() => encodedText('码'.repeat(71))).toThrow('too_long');
  });
});

describe('CMPP 2.0', () => {
  const account = { id: '900001', secret: 'cmpp-secret' };
  const values = (port: number, secret = account.secret) => ({
    CMPP2_HOST: '127.0.0.1',
    CMPP2_PORT: port,
    CMPP2_SP_ID: account.id,
    CMPP2_SP_SECRET: secret,
    CMPP2_SRC_ID: '106900001',
    CMPP2_SERVICE_ID: 'CODE',
    CMPP2_VERIFY_SIGN_NAME: '【海门】',
    CMPP2_VERIFY_TEMPLATE_CODE: '验证码 {code}',
  });

  test('connects, submits and ends', async () => {
    const gateway = lasting(await startCmppGateway({ account, asks: true }));
    expect(await send('cmpp2', values(gateway.port))).toBe('sent');
    expect(gateway.packets).toEqual(['CONNECT', 'SUBMIT', 'ACTIVE_TEST_RESP', 'TERMINATE']);
    expect(gateway.messages).toEqual([
      {
        Msg_Id: '',
        Pk_total: 1,
        Pk_number: 1,
        Registered_Delivery: 0,
        Msg_level: 0,
        Service_Id: 'CODE',
        Fee_UserType: 2,
        Fee_terminal_Id: '',
        TP_pId: 0,
        TP_udhi: 0,
        Msg_Fmt: 8,
        Msg_src: '900001',
        FeeType: '01',
        FeeCode: '0',
        ValId_Time: '',
        At_Time: '',
        Src_Id: '106900001',
        DestUsr_tl: 1,
        Dest_terminal_Id: PHONE,
        Msg_Length: 2 * `【海门】验证码 ${CODE}`.length,
        Msg_Content: `【海门】验证码 ${CODE}`,
        Rest: 8,
      },
    ]);
  });
  test('carries a notice behind the signature, in one message', async () => {
    const gateway = lasting(await startCmppGateway({ account }));
    expect(await notify('cmpp2', values(gateway.port))).toBe('sent');
    expect(await notify('cmpp2', values(gateway.port), { subject: '门'.repeat(80) })).toBe('sent');
    const [short, long] = gateway.messages.map(({ Msg_Content }) => String(Msg_Content));
    expect(short).toBe(`【海门】${NOTICE.subject} ${NOTICE.link}`);
    expect(long).toHaveLength(70);
    expect(long).toContain(`... ${NOTICE.link}`);
  });
  test('is told of an account that is refused, and of a message that is', async () => {
    const gateway = lasting(await startCmppGateway({ account, result: 8 }));
    expect(await send('cmpp2', values(gateway.port, 'other'))).toBe('login_refused 3');
    expect(gateway.messages).toEqual([]);
    expect(await send('cmpp2', values(gateway.port))).toBe('refused 8');
  });
  test('counts time as in China, with zeros in front', () => {
    expect(timestampOf(new Date('2026-01-02T20:04:05Z'))).toBe('0103040405');
    // md5 by another program: printf '900001\0\0\0\0\0\0\0\0\0cmpp-secret0103040405' | md5sum
    expect(authenticatorOf('900001', 'cmpp-secret', '0103040405').toString('hex')).toBe('6a95a14a39c3b506023f13abdbbc3e10');
  });
});
