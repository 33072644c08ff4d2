import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startHttpCatcher } from '@postern/testkit/http-catcher';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Settings of text messages: who may, what they may say, and trying them before they are saved. */

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
const service = forThisFile(
  () => startHttpCatcher((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":"000000"}')),
  (it) => it.stop(),
);
beforeEach(async () => {
  service.requests.length = 0;
  await sql`delete from login_counters`.execute(server.db);
});

const setting = (category: string) => `settings/setting/?category=${category}`;
const save = (category: string, values: Json) => admin.patch<Json>(setting(category), values);
const attempt = (backend: string, values: Json, as = admin) => as.post<Json>(`settings/sms/${backend}/testing/`, values);
const PHONE = { code: '+86', phone: '13800138000' };
const HUAWEI = {
  HUAWEI_APP_KEY: 'key',
  HUAWEI_SIGN_CHANNEL_NUM: '1',
  HUAWEI_VERIFY_SIGN_NAME: 'sign',
  HUAWEI_VERIFY_TEMPLATE_CODE: 'template',
};

test('the ways to send are told in the language of whoever asks', async () => {
  const names = ['alibaba', 'tencent', 'huawei', 'cmpp2', 'smpp', 'custom'];
  const { body } = await admin.get<Json[]>('settings/sms/backend/', { headers: { 'accept-language': 'zh-CN' } });
  expect(body.map(({ name }) => name)).toEqual(names);
  expect(body[0]).toEqual({ name: 'alibaba', label: '阿里云' });
});

test('whoever has the right to text messages alone sets and tries them all; nobody else does', async () => {
  const role = await admin.post<Json>('rbac/system-roles/', {
    name: 'texts',
    permissions: ['settings.change_sms', 'settings.view_setting'],
    scope: 'system',
  });
  expect(role.status, JSON.stringify(role.body)).toBe(201);
  const keeper = await server.as((await createUser(admin, { system_roles: [ROLE.USER, role.body.id] })).username);
  const anybody = await server.as((await createUser(admin)).username);
  for (const category of ['sms', 'alibaba', 'tencent', 'huawei', 'cmpp2', 'smpp', 'custom']) {
    expect([category, (await keeper.get(setting(category))).status, (await anybody.get(setting(category))).status]).toEqual([
      category,
      200,
      403,
    ]);
    expect((await anybody.patch(setting(category), {})).status).toBe(403);
  }
  expect((await attempt('custom', {}, keeper)).body.code).not.toBe('permission_denied');
  expect((await attempt('custom', {}, anybody)).status).toBe(403);
  expect((await anybody.get('settings/sms/backend/')).status).toBe(403);
});

test('a secret is never told, and the number for tests is one for all ways', async () => {
  const saved = await save('huawei', {
    ...HUAWEI,
    HUAWEI_SMS_ENDPOINT: service.origin,
    HUAWEI_APP_SECRET: 'canary-1',
    SMS_TEST_PHONE: '+86 138-0013-8000',
  });
  expect([saved.status, saved.body.SMS_TEST_PHONE]).toEqual([200, PHONE]);
  expect(JSON.stringify(saved.body)).not.toContain('canary');
  for (const category of ['alibaba', 'custom', 'smpp'])
    expect((await admin.get<Json>(setting(category))).body.SMS_TEST_PHONE).toEqual(PHONE);
  expect((await admin.get<Json>(setting('sms'))).body).not.toHaveProperty('SMS_TEST_PHONE');
  expect((await save('custom', { SMS_TEST_PHONE: '12' })).body).toEqual({
    SMS_TEST_PHONE: [expect.stringContaining('This is not a phone number.')],
  });
  expect((await save('custom', { SMS_TEST_PHONE: ['1'] })).body).toHaveProperty('SMS_TEST_PHONE');
  expect((await save('custom', { SMS_TEST_PHONE: null })).body.SMS_TEST_PHONE).toBeNull();
});

describe('a test', () => {
  test('goes by what the form says, with the saved secret where it says none, and saves nothing', async () => {
    await save('huawei', { ...HUAWEI, HUAWEI_SMS_ENDPOINT: service.origin, HUAWEI_APP_SECRET: 'canary-2' });
    const tried = await attempt('huawei', { HUAWEI_APP_KEY: 'another', HUAWEI_APP_SECRET: '', SMS_TEST_PHONE: PHONE });
    expect([tried.status, tried.body]).toEqual([200, { msg: 'A test message was sent to •••8000.' }]);
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]?.headers['x-wsse']).toContain('Username="another"');
    expect(service.requests[0]?.body).toContain('666666');
    expect((await admin.get<Json>(setting('huawei'))).body).toMatchObject({ HUAWEI_APP_KEY: 'key', SMS_TEST_PHONE: null });
  });

  test('sends no saved secret to another address, and neither does the product after saving one', async () => {
    await save('huawei', { ...HUAWEI, HUAWEI_SMS_ENDPOINT: service.origin, HUAWEI_APP_SECRET: 'canary-3' });
    const elsewhere = service.origin.replace('127.0.0.1', 'localhost');
    const tried = await attempt('huawei', { HUAWEI_SMS_ENDPOINT: elsewhere, SMS_TEST_PHONE: PHONE });
    expect([tried.status, tried.body]).toEqual([400, { error: 'Something in these settings is missing.' }]);
    expect(service.requests).toEqual([]);
    await save('huawei', { HUAWEI_SMS_ENDPOINT: elsewhere });
    expect(server.platform.systemSettings.get('HUAWEI_APP_SECRET')).toBe('');
  });

  test('wants a number, a way that there is, and fields that hold', async () => {
    const missing = await attempt('custom', { CUSTOM_SMS_URL: service.origin });
    expect([missing.status, missing.body.code]).toEqual([400, 'test_phone_required']);
    const unknown = await attempt('pigeon', { SMS_TEST_PHONE: PHONE });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'error']);
    expect((await attempt('custom', { CUSTOM_SMS_URL: 'nowhere', SMS_TEST_PHONE: PHONE })).body).toHaveProperty('CUSTOM_SMS_URL');
    const wordless = await attempt('custom', { CUSTOM_SMS_URL: service.origin, CUSTOM_SMS_API_PARAMS: {}, SMS_TEST_PHONE: PHONE });
    expect(wordless.body).toEqual({ non_field_errors: ['{code} has to stand in it.'] });
    expect(service.requests).toEqual([]);
  });

  test('says what went wrong, and not what the other side wrote', async () => {
    const angry = await startHttpCatcher((_, response) => void response.writeHead(403).end('<script>canary</script>'));
    const tried = await attempt('custom', { CUSTOM_SMS_URL: angry.origin, SMS_TEST_PHONE: PHONE });
    expect([tried.status, tried.body]).toEqual([400, { error: 'It refused account or secret (HTTP-403).' }]);
    await angry.stop();
  });

  test('is had thirty times an hour', async () => {
    const values = { CUSTOM_SMS_URL: service.origin, SMS_TEST_PHONE: PHONE };
    expect((await attempt('custom', values)).status).toBe(200);
    await server.db.updateTable('login_counters').set({ count: 30 }).where('kind', '=', 'sms-test').execute();
    expect((await attempt('custom', values)).status).toBe(429);
    expect(service.requests).toHaveLength(1);
  });
});

describe('what would send nothing to anybody is not saved', () => {
  const CMPP = { CMPP2_HOST: '10.0.0.1', CMPP2_SP_ID: '900001', CMPP2_SERVICE_ID: 'CODE', CMPP2_VERIFY_SIGN_NAME: 'sign' };
  test.each<[string, string, Json, object]>([
    [
      'a template without its code',
      'cmpp2',
      { ...CMPP, CMPP2_VERIFY_TEMPLATE_CODE: 'hello' },
      { non_field_errors: ['{code} has to stand in it.'] },
    ],
    [
      'a template that leaves no room',
      'cmpp2',
      { ...CMPP, CMPP2_VERIFY_TEMPLATE_CODE: `{code}${'x'.repeat(56)}` },
      { non_field_errors: [expect.stringContaining('65')] },
    ],
    ['words without their code', 'smpp', { SMPP_VERIFY_TEMPLATE: 'hello' }, { non_field_errors: ['{code} has to stand in it.'] }],
    [
      'an address and parameters without a number',
      'custom',
      { CUSTOM_SMS_URL: 'https://sms.example.com/?c={code}', CUSTOM_SMS_API_PARAMS: {} },
      { non_field_errors: ['{phone_numbers} has to stand in it.'] },
    ],
    [
      'a server that a number names',
      'custom',
      { CUSTOM_SMS_URL: 'https://{code}.example.com/' },
      { CUSTOM_SMS_URL: [expect.stringContaining('This is not a URL.')] },
    ],
  ])('%s', async (_, category, values, problems) => {
    const answer = await save(category, values);
    expect([answer.status, answer.body]).toEqual([400, problems]);
  });
  test('while what holds is', async () => {
    expect((await save('cmpp2', { ...CMPP, CMPP2_VERIFY_TEMPLATE_CODE: `{code}${'x'.repeat(55)}` })).status).toBe(200);
    expect((await save('smpp', { SMPP_HOST: 'smsc.example.com', SMPP_SYSTEM_ID: 'me', SMPP_VERIFY_TEMPLATE: '' })).status).toBe(200);
    const url = 'https://sms.example.com/{phone_numbers}?c={code}';
    expect((await save('custom', { CUSTOM_SMS_URL: url, CUSTOM_SMS_API_PARAMS: {} })).body.CUSTOM_SMS_URL).toBe(url);
  });
});
