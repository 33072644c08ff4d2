import { ALGORITHM_CHOICES } from './ssh-algorithms.ts';
import { type Text, text } from './text.ts';

/** The protocol catalogue (docs/wire/assets.md#protocols): default ports, what secrets a protocol takes, its settings. */

export type SettingType = 'boolean' | 'string' | 'text' | 'choice' | 'list';

export interface ProtocolSetting {
  type: SettingType;
  default: unknown;
  label: Text;
  choices?: readonly string[];
}

export const SECRET_TYPES = ['password', 'ssh_key', 'access_key', 'token', 'api_key'] as const;
export type SecretType = (typeof SECRET_TYPES)[number];

export const SECRET_TYPE_LABELS: Readonly<Record<SecretType, Text>> = {
  password: text('Password', '密码', 'パスワード'),
  ssh_key: text('SSH key', 'SSH 密钥', 'SSH 鍵'),
  access_key: text('Access key', '访问密钥', 'アクセスキー'),
  token: text('Token', '令牌', 'トークン'),
  api_key: text('API key', 'API 密钥', 'APIキー'),
};

export interface Protocol {
  label: string;
  port: number;
  secretTypes: readonly SecretType[];
  /** Cannot be taken off an asset whose platform has it. */
  required?: true;
  /** The port comes from the address, which is a URL. */
  portFromAddress?: true;
  settings: Readonly<Record<string, ProtocolSetting>>;
}

const flag = (value: boolean, label: Text): ProtocolSetting => ({ type: 'boolean', default: value, label });
const string = (value: string, label: Text): ProtocolSetting => ({ type: 'string', default: value, label });
const oneOf = (choices: readonly string[], value: string, label: Text): ProtocolSetting => ({
  type: 'choice',
  choices,
  default: value,
  label,
});

const database = (label: string, port: number): Protocol => ({ label, port, secretTypes: ['password'], required: true, settings: {} });

export const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  ssh: {
    label: 'SSH',
    port: 22,
    secretTypes: ['password', 'ssh_key'],
    settings: {
      sftp_enabled: flag(true, text('File transfer', '文件传输', 'ファイル転送')),
      sftp_home: string('/tmp', text('SFTP start folder', 'SFTP 起始目录', 'SFTP の開始フォルダー')),
      algorithms: oneOf(ALGORITHM_CHOICES, 'auto', text('Algorithms', '算法', 'アルゴリズム')),
      accept_env: string('LANG LC_* COLORTERM', text('Variables passed on', '允许传递的环境变量', '引き渡す環境変数')),
    },
  },
  rdp: {
    label: 'RDP',
    port: 3389,
    secretTypes: ['password'],
    settings: {
      console: flag(false, text('Administrative session', '管理会话', '管理セッション')),
      security: oneOf(['any', 'rdp', 'tls', 'nla'], 'any', text('Security mode', '安全模式', 'セキュリティ方式')),
      ad_domain: string('', text('AD domain', 'AD 域', 'AD ドメイン')),
    },
  },
  // How somebody logs in is not in the protocol: what the target asks is recognised by patterns, at the end of the line the cursor is on.
  telnet: {
    label: 'Telnet',
    port: 23,
    secretTypes: ['password'],
    settings: {
      username_prompt: string('username:|login:', text('Username prompt', '用户名提示', 'ユーザー名の入力要求')),
      password_prompt: string('password:|passcode:', text('Question for the password', '密码提示', 'パスワードの入力要求')),
      success_prompt: string('[#>$%]', text('Prompt after the login', '登录成功提示', 'ログイン後のプロンプト')),
      wake: flag(false, text('Press Enter while it is silent', '无输出时按 Enter', '無言なら Enter を送る')),
    },
  },
  vnc: { label: 'VNC', port: 5900, secretTypes: ['password'], settings: {} },
  winrm: {
    label: 'WinRM',
    port: 5985,
    secretTypes: ['password'],
    settings: { use_ssl: flag(false, text('Use TLS', '使用 TLS', 'TLS を使う')) },
  },
  mysql: database('MySQL', 3306),
  mariadb: database('MariaDB', 3306),
  postgresql: database('PostgreSQL', 5432),
  oracle: database('Oracle', 1521),
  sqlserver: database('SQLServer', 1433),
  clickhouse: database('ClickHouse', 9000),
  mongodb: database('MongoDB', 27017),
  redis: {
    ...database('Redis', 6379),
    settings: { auth_username: flag(false, text('Log in with username', '使用用户名认证', 'ユーザー名で認証する')) },
  },
  k8s: { label: 'K8S', port: 443, secretTypes: ['token'], required: true, portFromAddress: true, settings: {} },
  http: {
    label: 'HTTP(s)',
    port: 80,
    secretTypes: ['password'],
    portFromAddress: true,
    settings: {
      autofill: oneOf(['no', 'basic', 'script'], 'basic', text('Fill in', '自动填充', '自動入力')),
      username_selector: string('name=username', text('Username element', '用户名元素', 'ユーザー名の要素')),
      password_selector: string('name=password', text('Password element', '密码元素', 'パスワードの要素')),
      submit_selector: string('type=submit', text('Submit element', '提交元素', '送信ボタンの要素')),
      script: { type: 'list', default: [], label: text('Script', '脚本', 'スクリプト') },
    },
  },
  chatgpt: {
    label: 'ChatGPT',
    port: 443,
    secretTypes: ['api_key'],
    required: true,
    portFromAddress: true,
    settings: {
      api_mode: oneOf(['gpt-3.5-turbo', 'gpt-3.5-turbo-16k', 'gpt-4', 'gpt-4-32k'], 'gpt-3.5-turbo', text('Model', '模型', 'モデル')),
    },
  },
};

/** Secret kinds of a protocol; an unknown one takes passwords. */
export const secretTypesOf = (protocol: string): readonly SecretType[] => PROTOCOLS[protocol]?.secretTypes ?? ['password'];

/** Setting of a platform protocol with catalogue defaults for the keys it lacks. */
export function completeSetting(protocol: string, setting: Readonly<Record<string, unknown>> | null | undefined): Record<string, unknown> {
  const defaults = Object.entries(PROTOCOLS[protocol]?.settings ?? {}).map(([key, one]) => [key, one.default] as const);
  return { ...Object.fromEntries(defaults), ...setting };
}
