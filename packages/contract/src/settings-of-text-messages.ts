import type { SettingCategory, SettingDefinition } from './setting-definition.ts';
import { alsoIn, count, encrypted, flag, letter, link, map, setting, words } from './setting-kinds.ts';

/** Whatever carries text messages, in the order in which it is offered. `smpp` is ours. */
export const TEXT_MESSAGE_BACKENDS = ['alibaba', 'tencent', 'huawei', 'cmpp2', 'smpp', 'custom'] as const;
export type TextMessageBackend = (typeof TEXT_MESSAGE_BACKENDS)[number];

/** What a code is called in templates and parameters. */
export const CODE_MARK = '{code}';
export const NUMBERS_MARK = '{phone_numbers}';
/** What a notice is called in parameters. */
export const MESSAGE_MARK = '{message}';

const [FIRST, ...OTHERS] = TEXT_MESSAGE_BACKENDS;
const short = (category: SettingCategory, max = 256) => words(category, '', max);
/** One character of a phone system's address: what kind of number it is, and of which plan. */
const kindOfNumber = (value: number) => count('smpp', value, 0, 255);

/** Text messages, and each way to have them carried. */
export const TEXT_MESSAGE_SETTINGS = {
  /** A code by text message is a second factor of whoever has a number, and notices go by it to whoever wants them. */
  SMS_ENABLED: flag('sms', false),
  SMS_BACKEND: setting<string>('sms', FIRST, { kind: 'choice', values: TEXT_MESSAGE_BACKENDS }),
  /** Where tests go: digits with the country code. */
  SMS_TEST_PHONE: alsoIn(OTHERS, setting<string>(FIRST, '', { kind: 'phone' })),

  ALIBABA_ACCESS_KEY_ID: short('alibaba'),
  ALIBABA_ACCESS_KEY_SECRET: encrypted('alibaba', 256),
  ALIBABA_VERIFY_SIGN_NAME: short('alibaba'),
  ALIBABA_VERIFY_TEMPLATE_CODE: short('alibaba'),
  /** Empty, as with the next two clouds: notices do not go by it. */
  ALIBABA_NOTICE_TEMPLATE_CODE: short('alibaba'),
  ALIBABA_SMS_ENDPOINT: link('alibaba', 'https://dysmsapi.aliyuncs.com'),

  TENCENT_SECRET_ID: short('tencent'),
  TENCENT_SECRET_KEY: encrypted('tencent', 256),
  TENCENT_SDKAPPID: short('tencent'),
  TENCENT_VERIFY_SIGN_NAME: short('tencent'),
  TENCENT_VERIFY_TEMPLATE_CODE: short('tencent'),
  TENCENT_NOTICE_TEMPLATE_CODE: short('tencent'),
  TENCENT_SMS_ENDPOINT: link('tencent', 'https://sms.tencentcloudapi.com'),
  TENCENT_SMS_REGION: words('tencent', 'ap-guangzhou', 64),

  HUAWEI_APP_KEY: short('huawei'),
  HUAWEI_APP_SECRET: encrypted('huawei', 256),
  HUAWEI_SMS_ENDPOINT: link('huawei', ''),
  HUAWEI_SIGN_CHANNEL_NUM: short('huawei', 1024),
  HUAWEI_VERIFY_SIGN_NAME: short('huawei'),
  HUAWEI_VERIFY_TEMPLATE_CODE: short('huawei'),
  HUAWEI_NOTICE_TEMPLATE_CODE: short('huawei'),

  CMPP2_HOST: short('cmpp2'),
  CMPP2_PORT: count('cmpp2', 7890, 1, 65_535),
  CMPP2_SP_ID: short('cmpp2', 128),
  CMPP2_SP_SECRET: encrypted('cmpp2', 256),
  CMPP2_SRC_ID: short('cmpp2'),
  CMPP2_SERVICE_ID: short('cmpp2'),
  CMPP2_VERIFY_SIGN_NAME: short('cmpp2'),
  CMPP2_VERIFY_TEMPLATE_CODE: words('cmpp2', CODE_MARK, 69),

  SMPP_HOST: short('smpp'),
  SMPP_PORT: count('smpp', 2775, 1, 65_535),
  SMPP_USE_TLS: flag('smpp', true),
  SMPP_CA: {
    ...letter('smpp', 65_536),
    rule: { kind: 'text', max: 65_536, blank: true, multiline: true, form: 'certificates' },
  } as SettingDefinition<string>,
  SMPP_SYSTEM_ID: short('smpp', 15),
  SMPP_PASSWORD: encrypted('smpp', 64),
  SMPP_SYSTEM_TYPE: short('smpp', 12),
  SMPP_SOURCE_ADDR: short('smpp', 20),
  /** Alphanumeric, of no plan: a name as sender. */
  SMPP_SOURCE_TON: kindOfNumber(5),
  SMPP_SOURCE_NPI: kindOfNumber(0),
  /** International, of the telephone plan: as numbers are kept here. */
  SMPP_DEST_TON: kindOfNumber(1),
  SMPP_DEST_NPI: kindOfNumber(1),
  /** Empty: our own words, in the language of whoever reads them. */
  SMPP_VERIFY_TEMPLATE: words('smpp', '', 140),

  CUSTOM_SMS_URL: link('custom', ''),
  CUSTOM_SMS_REQUEST_METHOD: setting<string>('custom', 'get', { kind: 'choice', values: ['get', 'post'] }),
  CUSTOM_SMS_API_PARAMS: map('custom', { phone_numbers: NUMBERS_MARK, code: CODE_MARK }),
  /** Empty: notices do not go by it. */
  CUSTOM_SMS_NOTICE_PARAMS: map('custom', {}),
} as const satisfies Record<string, SettingDefinition>;
