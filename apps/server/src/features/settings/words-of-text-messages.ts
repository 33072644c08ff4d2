import type { TEXT_MESSAGE_SETTINGS, TextMessageBackend } from '@postern/contract/settings-of-text-messages';
import { type Text, text } from '@postern/contract/text';
import { type Words, words } from './fixed-setting-words.ts';

/** Labels of the settings of text messages. */

const KEY_ID = text('Access key ID', '访问密钥 ID', 'アクセスキー ID');
const KEY_SECRET = text('Access key secret', '访问密钥', 'アクセスキーシークレット');
const SIGNATURE = text('Signature', '短信签名', '署名');
const TEMPLATE = words(
  text('Template ID', '模板 ID', 'テンプレート ID'),
  text('Of a template with one variable: the code.', '模板须含一个变量：验证码。', 'コードだけを変数に持つテンプレートのものです。'),
);
const ALIBABA_TEMPLATE = words(
  text('Template ID', '模板 ID', 'テンプレート ID'),
  text(
    'Of a template with one variable, called code.',
    '模板须含一个名为 code 的变量。',
    'code という変数を 1 つ持つテンプレートのものです。',
  ),
);
const NOTICE_NOTE = {
  template: text(
    'Of a template with one variable, the subject; a link is part of the template. Left empty, only codes go by text message.',
    '模板须含一个变量：标题；链接写在模板中。留空时，短信仅用于验证码。',
    '件名だけを変数に持つテンプレートのものです。リンクはテンプレートに書きます。空欄の場合、SMS で送られるのはコードだけです。',
  ),
  alibaba: text(
    'Of a template with one variable, called message: the subject. A link is part of the template. Left empty, only codes go by text message.',
    '模板须含一个名为 message 的变量：标题；链接写在模板中。留空时，短信仅用于验证码。',
    'message という変数（件名）を 1 つ持つテンプレートのものです。リンクはテンプレートに書きます。空欄の場合、SMS で送られるのはコードだけです。',
  ),
};
const NOTICE = text('Template ID for notifications', '通知模板 ID', '通知のテンプレート ID');
const NOTICE_TEMPLATE = words(NOTICE, NOTICE_NOTE.template);
const ADDRESS = text('Address', '接口地址', 'アドレス');
const HOST = text('Host', '主机', 'ホスト');
const PORT = text('Port', '端口', 'ポート');
const KIND_OF_SOURCE = text('0 unknown, 1 international, 5 a name.', '0 未知，1 国际号码，5 名称。', '0 不明、1 国際番号、5 名称。');
const PLAN = text('0 unknown, 1 telephone (E.164).', '0 未知，1 电话（E.164）。', '0 不明、1 電話（E.164）。');
const KIND_OF_NUMBER = text('0 unknown, 1 international.', '0 未知，1 国际号码。', '0 不明、1 国際番号。');

export const TEXT_MESSAGE_WORDS: Readonly<Record<keyof typeof TEXT_MESSAGE_SETTINGS, Words>> = {
  SMS_ENABLED: words(
    text('Text messages', '短信', 'SMS'),
    text(
      'Codes, a second factor of everybody whose phone number is known, and notifications for those who want them.',
      '发送验证码（已登记手机号的用户可用作多因子认证），以及用户选择接收的通知。',
      'コード（電話番号が登録されている人の多要素認証）と、希望する人への通知を送ります。',
    ),
  ),
  SMS_BACKEND: words(text('Sent by', '发送方式', '送信方法')),
  SMS_TEST_PHONE: words(text('Number for tests', '测试手机号', 'テスト用の電話番号')),

  ALIBABA_ACCESS_KEY_ID: words(KEY_ID),
  ALIBABA_ACCESS_KEY_SECRET: words(KEY_SECRET),
  ALIBABA_VERIFY_SIGN_NAME: words(SIGNATURE),
  ALIBABA_VERIFY_TEMPLATE_CODE: ALIBABA_TEMPLATE,
  ALIBABA_NOTICE_TEMPLATE_CODE: words(NOTICE, NOTICE_NOTE.alibaba),
  ALIBABA_SMS_ENDPOINT: words(ADDRESS),

  TENCENT_SECRET_ID: words(text('Secret ID', '密钥 ID（SecretId）', 'シークレット ID')),
  TENCENT_SECRET_KEY: words(text('Secret key', '密钥（SecretKey）', 'シークレットキー')),
  TENCENT_SDKAPPID: words(text('SDK app ID', '应用 ID（SdkAppId）', 'SDK アプリ ID')),
  TENCENT_VERIFY_SIGN_NAME: words(SIGNATURE),
  TENCENT_VERIFY_TEMPLATE_CODE: TEMPLATE,
  TENCENT_NOTICE_TEMPLATE_CODE: NOTICE_TEMPLATE,
  TENCENT_SMS_ENDPOINT: words(ADDRESS),
  TENCENT_SMS_REGION: words(text('Region', '地域', 'リージョン')),

  HUAWEI_APP_KEY: words(text('App key', '应用密钥（App Key）', 'アプリキー')),
  HUAWEI_APP_SECRET: words(text('App secret', '应用密码（App Secret）', 'アプリシークレット')),
  HUAWEI_SMS_ENDPOINT: words(
    ADDRESS,
    text(
      'Of the app, as the console of the cloud shows it.',
      '云控制台中显示的应用接入地址。',
      'クラウドのコンソールに表示されるアプリのアドレスです。',
    ),
  ),
  HUAWEI_SIGN_CHANNEL_NUM: words(text('Channel number of the signature', '签名通道号', '署名のチャネル番号')),
  HUAWEI_VERIFY_SIGN_NAME: words(SIGNATURE),
  HUAWEI_VERIFY_TEMPLATE_CODE: TEMPLATE,
  HUAWEI_NOTICE_TEMPLATE_CODE: NOTICE_TEMPLATE,

  CMPP2_HOST: words(
    HOST,
    text(
      'CMPP is not encrypted: reach it by a line of your own.',
      'CMPP 不加密，请通过专线访问。',
      'CMPP は暗号化されません。専用線で接続してください。',
    ),
  ),
  CMPP2_PORT: words(PORT),
  CMPP2_SP_ID: words(text('Account (SP ID)', '企业代码（SP ID）', 'アカウント（SP ID）')),
  CMPP2_SP_SECRET: words(text('Shared secret', '共享密钥', '共有シークレット')),
  CMPP2_SRC_ID: words(text('Sender number', '源号码', '送信元番号')),
  CMPP2_SERVICE_ID: words(text('Service ID', '业务代码', 'サービス ID')),
  CMPP2_VERIFY_SIGN_NAME: words(SIGNATURE),
  CMPP2_VERIFY_TEMPLATE_CODE: words(
    text('Text', '内容模板', '文面'),
    text(
      'With {code} in it; at most 65 characters together with the signature.',
      '须包含 {code}，与签名合计不超过 65 个字符。',
      '{code} を含め、署名と合わせて 65 文字までです。',
    ),
  ),

  SMPP_HOST: words(HOST),
  SMPP_PORT: words(PORT),
  SMPP_USE_TLS: words(text('Encrypted (TLS)', '加密（TLS）', '暗号化（TLS）')),
  SMPP_CA: words(
    text('Own certificate authority', '自有证书颁发机构', '独自の認証局'),
    text(
      'PEM certificates to be trusted in place of the public ones.',
      '受信任的 PEM 证书，将取代公共证书颁发机构。',
      '公的な認証局の代わりに信頼する PEM 証明書です。',
    ),
  ),
  SMPP_SYSTEM_ID: words(text('System ID', '系统 ID', 'システム ID')),
  SMPP_PASSWORD: words(text('Password', '密码', 'パスワード')),
  SMPP_SYSTEM_TYPE: words(
    text('System type', '系统类型', 'システムタイプ'),
    text('Left empty where none was given.', '未分配时留空。', '割り当てがなければ空欄にします。'),
  ),
  SMPP_SOURCE_ADDR: words(text('Sender', '发送方', '送信元'), text('A name or a number.', '名称或号码。', '名称または番号。')),
  SMPP_SOURCE_TON: words(text('Kind of sender (TON)', '发送方类型（TON）', '送信元の種別（TON）'), KIND_OF_SOURCE),
  SMPP_SOURCE_NPI: words(text('Numbering plan of the sender (NPI)', '发送方编号方案（NPI）', '送信元の番号計画（NPI）'), PLAN),
  SMPP_DEST_TON: words(text('Kind of recipient (TON)', '接收方类型（TON）', '宛先の種別（TON）'), KIND_OF_NUMBER),
  SMPP_DEST_NPI: words(text('Numbering plan of the recipient (NPI)', '接收方编号方案（NPI）', '宛先の番号計画（NPI）'), PLAN),
  SMPP_VERIFY_TEMPLATE: words(
    text('Text', '内容模板', '文面'),
    text(
      'With {code} in it. Left empty, ours is sent in the language of whoever reads it.',
      '须包含 {code}。留空则按用户的语言发送默认内容。',
      '{code} を含めます。空欄なら、受け取る人の言語で既定の文面を送ります。',
    ),
  ),

  CUSTOM_SMS_URL: words(
    ADDRESS,
    text(
      '{phone_numbers} and {code} are filled in, here or in the parameters.',
      '{phone_numbers} 和 {code} 会被替换，可写在此处或参数中。',
      '{phone_numbers} と {code} は、ここかパラメーターの中で置き換えられます。',
    ),
  ),
  CUSTOM_SMS_REQUEST_METHOD: words(text('Request method', '请求方式', 'リクエストの方法')),
  CUSTOM_SMS_API_PARAMS: words(
    text('Parameters', '参数', 'パラメーター'),
    text(
      'In the query, or with POST as an object in the body.',
      'GET 时作为查询参数，POST 时作为 JSON 正文。',
      'GET ではクエリー、POST では本文の JSON になります。',
    ),
  ),
  CUSTOM_SMS_NOTICE_PARAMS: words(
    text('Parameters for notifications', '通知的参数', '通知のパラメーター'),
    text(
      'With {message}, and {phone_numbers} unless the address has it. Without parameters, or with {code} in the address, only codes go by text message.',
      '须包含 {message}；接口地址中没有 {phone_numbers} 时也须包含。未设置参数，或接口地址含 {code} 时，短信仅用于验证码。',
      '{message} を含め、アドレスになければ {phone_numbers} も含めます。パラメーターがない場合や、アドレスに {code} がある場合、SMS で送られるのはコードだけです。',
    ),
  ),
};

/** What carries messages. */
export const BACKEND_WORDS: Readonly<Record<TextMessageBackend, Text>> = {
  alibaba: text('Alibaba Cloud', '阿里云', 'Alibaba Cloud'),
  tencent: text('Tencent Cloud', '腾讯云', 'Tencent Cloud'),
  huawei: text('Huawei Cloud', '华为云', 'Huawei Cloud'),
  cmpp2: text('CMPP 2.0', 'CMPP 2.0', 'CMPP 2.0'),
  smpp: text('SMPP', 'SMPP', 'SMPP'),
  custom: text('A service of your own', '自定义', '独自のサービス'),
};

export const TEXT_MESSAGE_CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  SMS_BACKEND: BACKEND_WORDS,
  CUSTOM_SMS_REQUEST_METHOD: { get: text('GET', 'GET', 'GET'), post: text('POST', 'POST', 'POST') },
};
