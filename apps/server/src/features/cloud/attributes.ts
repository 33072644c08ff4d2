import { type FieldProblems, InvalidInput } from '@postern/contract/errors';
import type { FieldInfo } from '@postern/contract/metadata';
import { render, type Text, text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { type Context, Problem } from '@postern/resource';
import type { CloudField, CloudFieldKind, CloudProvider } from './providers/provider.ts';

/** Words of the attributes of all providers, by their names on the wire. */
const LABELS: Readonly<Record<string, Text>> = {
  access_key_id: text('Access key ID', '访问密钥 ID', 'アクセスキー ID'),
  access_key_secret: text('Access key secret', '访问密钥', 'アクセスキーシークレット'),
  client_id: text('Client ID', '客户端 ID', 'クライアント ID'),
  client_secret: text('Client secret', '客户端密钥', 'クライアントシークレット'),
  tenant_id: text('Tenant ID', '租户 ID', 'テナント ID'),
  subscription_id: text('Subscription ID', '订阅 ID', 'サブスクリプション ID'),
  service_account_key: text('Service account key', '服务账号密钥', 'サービスアカウントキー'),
  base_url: text('API address', 'API 地址', 'API アドレス'),
  public_key: text('Public key', '公钥', '公開鍵'),
  private_key: text('Private key', '私钥', '秘密鍵'),
  project: text('Project', '项目', 'プロジェクト'),
  host: text('Host', '主机', 'ホスト'),
  port: text('Port', '端口', 'ポート'),
  username: text('Username', '用户名', 'ユーザー名'),
  password: text('Password', '密码', 'パスワード'),
  api_endpoint: text('API address', 'API 地址', 'API アドレス'),
  sc_username: text('SC username', 'SC 用户名', 'SC ユーザー名'),
  sc_password: text('SC password', 'SC 密码', 'SC パスワード'),
  domain_name: text('Domain name', '域名', 'ドメイン名'),
  oc_username: text('OC username', 'OC 用户名', 'OC ユーザー名'),
  oc_password: text('OC password', 'OC 密码', 'OC パスワード'),
  cert_file: text('Certificate file', '证书文件', '証明書ファイル'),
  key_file: text('Key file', '密钥文件', '鍵ファイル'),
  auth_url: text('Authentication URL', '认证地址', '認証 URL'),
  user_domain_name: text('User domain', '用户域', 'ユーザードメイン'),
  ip_group: text('Addresses', 'IP 组', 'IP アドレス'),
  test_port: text('Port to try', '测试端口', '確認するポート'),
  test_timeout: text('Wait (seconds)', '超时（秒）', '待ち時間（秒）'),
  platform: text('Platform', '平台', 'プラットフォーム'),
  hostname_prefix: text('Name prefix', '主机名前缀', '名前の接頭辞'),
};

const HELP: Readonly<Record<string, Text>> = {
  ip_group: text(
    'Addresses, networks and ranges, 4096 addresses in all.',
    '地址、网段或地址段，共不超过 4096 个地址。',
    'アドレス、ネットワーク、範囲。合計 4096 個まで。',
  ),
  platform: text(
    'Machines that are found get this platform.',
    '发现的主机使用此平台。',
    '見つかったマシンにこのプラットフォームを使います。',
  ),
};

/**
 * Attributes that say where the secrets are sent. Who changes one of them has to know the secrets: the stored ones would else go
 * to a place of the changer's choice.
 */
const PLACES: ReadonlySet<string> = new Set(['host', 'port', 'api_endpoint', 'auth_url', 'base_url']);

const MAX_TEXT = 1_024;
const MAX_SECRET = 16_384;
const MAX_FILE = 65_536;
const MAX_ENTRIES = 1_000;
const MAX_NUMBER = 65_535;

export const isEncrypted = ({ kind }: CloudField): boolean => kind === 'secret' || kind === 'file';

const TYPES: Readonly<Record<CloudFieldKind, Partial<FieldInfo> & Pick<FieldInfo, 'type'>>> = {
  text: { type: 'string', max_length: MAX_TEXT },
  secret: { type: 'string', max_length: MAX_SECRET },
  file: { type: 'file upload' },
  number: { type: 'integer', min_value: 1, max_value: MAX_NUMBER },
  list: { type: 'list', child: { type: 'string', required: true, read_only: false, label: '', write_only: false } },
  platform: { type: 'object_related_field', url: '/api/v1/assets/platforms/' },
};

/** Metadata of the attributes of one provider, for its form. */
export function attributeInfo({ fields }: CloudProvider, ctx: Context): Record<string, FieldInfo> {
  const info = (field: CloudField): FieldInfo => {
    const help = HELP[field.name];
    return {
      required: field.required && field.default === undefined,
      ...(field.default === undefined ? {} : { default: field.default }),
      read_only: false,
      label: LABELS[field.name] ? render(LABELS[field.name] as Text, ctx.language) : field.name,
      ...(help ? { help_text: render(help, ctx.language) } : {}),
      write_only: isEncrypted(field),
      ...TYPES[field.kind],
    };
  };
  return Object.fromEntries(fields.map((field) => [field.name, info(field)]));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/;

function readText(given: unknown): string {
  if (typeof given !== 'string' && typeof given !== 'number') throw new Problem('not_a_text');
  const value = String(given).trim();
  if (value.length > MAX_TEXT) throw new Problem('max_length', { max: MAX_TEXT });
  if (CONTROL.test(value)) throw new Problem('control_characters');
  return value;
}

function readNumber(given: unknown): number {
  const value = typeof given === 'string' && /^\d{1,5}$/.test(given.trim()) ? Number(given) : given;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Problem('invalid_integer');
  if (value < 1) throw new Problem('min_value', { min: 1 });
  if (value > MAX_NUMBER) throw new Problem('max_value', { max: MAX_NUMBER });
  return value;
}

function readList(given: unknown): string[] {
  const entries: unknown = typeof given === 'string' ? given.split(/[\n,]/, MAX_ENTRIES + 1) : given;
  if (!Array.isArray(entries)) throw new Problem('not_a_list');
  if (entries.length > MAX_ENTRIES) throw new Problem('too_many', { max: MAX_ENTRIES });
  return [...new Set(entries.map(readText))].filter((one) => one !== '');
}

function readSecret(given: unknown, ctx: Context): string {
  if (typeof given !== 'string') throw new Problem('not_a_text');
  // The transport form is longer than what it carries.
  if (given.length > MAX_SECRET * 2 + 1024) throw new Problem('max_length', { max: MAX_SECRET });
  const plain = ctx.decrypt(given);
  if (plain.length > MAX_SECRET) throw new Problem('max_length', { max: MAX_SECRET });
  return plain;
}

/** A file arrives as its text, or parsed when it is JSON. */
function readFile(given: unknown): unknown {
  const isFile = typeof given === 'string' || isRecord(given);
  if (!isFile) throw new Problem('not_a_text');
  if (JSON.stringify(given).length > MAX_FILE) throw new Problem('max_length', { max: MAX_FILE });
  return given;
}

function readPlatform(given: unknown): number {
  const id: unknown = typeof given === 'object' && given !== null ? ('pk' in given ? given.pk : 'id' in given ? given.id : null) : given;
  const value = typeof id === 'string' && /^\d{1,9}$/.test(id) ? Number(id) : id;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1 || value > 2_147_483_647)
    throw new Problem('does_not_exist', { value: String(id).slice(0, 64) });
  return value;
}

const READERS: Readonly<Record<CloudFieldKind, (given: unknown, ctx: Context) => unknown>> = {
  text: readText,
  secret: readSecret,
  file: readFile,
  number: readNumber,
  list: readList,
  platform: readPlatform,
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Attributes in the two forms in which they are kept. */
export interface Attributes {
  plain: Readonly<Record<string, unknown>>;
  encrypted: Readonly<Record<string, unknown>>;
}

export const attributeProblem = (problems: FieldProblems): InvalidInput => new InvalidInput({ attrs: problems });

/**
 * Reads the attributes of an account. What an update leaves out stays as it is; secrets also stay when they are empty, unless the
 * place they are sent to changes.
 * @throws InvalidInput with what is wrong under `attrs` and the name of the attribute
 */
export function readAttributes(
  provider: CloudProvider,
  given: Readonly<Record<string, unknown>>,
  before: Attributes | undefined,
  ctx: Context,
): Attributes {
  const problems: FieldProblems = {};
  const next = { plain: {} as Record<string, unknown>, encrypted: {} as Record<string, unknown> };
  for (const field of provider.fields) {
    const { name, kind, required, default: fallback } = field;
    const part = isEncrypted(field) ? 'encrypted' : 'plain';
    const silent = given[name] === undefined || (isEncrypted(field) && isEmpty(given[name]));
    try {
      const value = silent ? (before?.[part][name] ?? fallback) : isEmpty(given[name]) ? undefined : READERS[kind](given[name], ctx);
      if (!isEmpty(value)) next[part][name] = value;
      else if (required) problems[name] = [{ code: 'required' }];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems[name] = [error.problem];
    }
  }
  const moved = before !== undefined && [...PLACES].some((name) => before.plain[name] !== next.plain[name]);
  if (moved)
    for (const field of provider.fields)
      if (isEncrypted(field) && isEmpty(given[field.name]) && before.encrypted[field.name] !== undefined)
        problems[field.name] = [{ code: 'required' }];
  if (Object.keys(problems).length > 0) throw attributeProblem(problems);
  return next;
}
