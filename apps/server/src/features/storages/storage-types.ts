import { isIP } from 'node:net';
import { type FieldErrorCode, type FieldProblem, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import type { FieldInfo } from '@postern/contract/metadata';
import { render, type Text, text } from '@postern/contract/text';
import { type ChoiceOption, type Context, Problem, type Values } from '@postern/resource';
import { ssh2 } from '../../platform/ssh/ssh2.ts';
import { ELASTIC } from '../command-log/index.ts';
import { elasticInfo } from './elastic-meta.ts';

/** Kinds of storages that something here obeys, and what each is told of (docs/decisions/0081, 0103). */

interface MetaField {
  name: string;
  label: Text;
  /** Kept encrypted, apart from the rest. */
  encrypted?: true;
  /** Where the encrypted ones are sent: whoever changes it has to know them. */
  place?: true;
  /** May be left empty. */
  optional?: true;
  default?: string;
  choices?: readonly ChoiceOption[];
  /** Of several lines. */
  multiline?: true;
  /** The secret that this one stands in place of: one of the two has to be there, the one that was given last. */
  insteadOf?: string;
  help?: Text;
  /** What is wrong with a value; undefined where it fits. */
  check?(value: string): FieldProblem | undefined;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** An address without a path, a name, a query: keys of objects are put behind it. */
function isEndpoint(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && !value.includes('?') && !value.includes('#');
}

const otherwise = (code: FieldErrorCode, fits: (value: string) => boolean) => (value: string) => (fits(value) ? undefined : { code });
const isNumber = (value: string): boolean => /^\d{1,5}$/.test(value);
const isPort = (value: string): boolean => isNumber(value) && Number(value) > 0 && Number(value) <= 65_535;

function daysTo(max: number): NonNullable<MetaField['check']> {
  return (value) => {
    if (!isNumber(value)) return { code: 'invalid_integer' };
    return Number(value) > max ? { code: 'max_value', params: { max } } : undefined;
  };
}

const REGION: MetaField = {
  name: 'REGION',
  label: text('Region', '区域', 'リージョン'),
  optional: true,
  check: otherwise('invalid_region', (value) => /^[a-z0-9-]{1,64}$/.test(value)),
};
const bucketFields = (lock: readonly MetaField[]): readonly MetaField[] => [
  {
    name: 'BUCKET',
    label: text('Bucket', '桶名称', 'バケット'),
    place: true,
    check: otherwise('invalid_bucket', (value) => BUCKET.test(value)),
  },
  { name: 'ACCESS_KEY', label: text('Access key', '访问密钥 ID', 'アクセスキー') },
  { name: 'SECRET_KEY', label: text('Secret key', '访问密钥', 'シークレットキー'), encrypted: true },
  { name: 'ENDPOINT', label: text('Endpoint', '端点', 'エンドポイント'), place: true, check: otherwise('invalid_origin', isEndpoint) },
  REGION,
  ...lock,
];
/** Their S3 does not know object lock. */
const S3_ALIKE = bucketFields([]);
const S3_FIELDS = bucketFields([
  {
    name: 'LOCK_DAYS',
    label: text('Lock for days', '锁定天数', 'ロック日数'),
    help: text(
      'Nobody can remove a recording before that. The bucket needs object lock.',
      '到期前任何人都无法删除录像。存储桶须启用对象锁定。',
      'それまで誰も録画を削除できません。バケットにオブジェクトロックが必要です。',
    ),
    optional: true,
    check: daysTo(36_500),
  },
]);

const AZURE_SUFFIXES = ['core.chinacloudapi.cn', 'core.windows.net'].map((value) => ({ value, label: text(value, value, value) }));
const AZURE_FIELDS: readonly MetaField[] = [
  {
    name: 'CONTAINER_NAME',
    label: text('Container', '容器名称', 'コンテナー'),
    place: true,
    check: otherwise('invalid_container', (value) => /^[a-z0-9](?:-?[a-z0-9]){2,62}$/.test(value)),
  },
  {
    name: 'ACCOUNT_NAME',
    label: text('Account', '账户名称', 'アカウント名'),
    place: true,
    check: otherwise('invalid_azure_account', (value) => /^[a-z0-9]{3,24}$/.test(value)),
  },
  {
    name: 'ACCOUNT_KEY',
    label: text('Account key', '账户密钥', 'アカウントキー'),
    encrypted: true,
    check: otherwise('invalid_base64', (value) => /^[A-Za-z0-9+/]+={0,2}$/.test(value)),
  },
  {
    name: 'ENDPOINT_SUFFIX',
    label: text('Endpoint suffix', '端点后缀', 'エンドポイントのサフィックス'),
    place: true,
    default: 'core.chinacloudapi.cn',
    choices: AZURE_SUFFIXES,
  },
  {
    name: 'ENDPOINT',
    label: text('Endpoint', '端点', 'エンドポイント'),
    help: text(
      'Only of an installation of your own, with the account in the path.',
      '仅用于自建服务，账户名位于路径中。',
      '自前の環境の場合のみ。アカウント名はパスに入ります。',
    ),
    optional: true,
    place: true,
    check: otherwise('invalid_origin', isEndpoint),
  },
];

const SFTP_FIELDS: readonly MetaField[] = [
  {
    name: 'SFTP_HOST',
    label: text('Host', '主机', 'ホスト'),
    place: true,
    check: otherwise('invalid_host', (value) => isIP(value) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(value)),
  },
  {
    name: 'SFTP_PORT',
    label: text('Port', '端口', 'ポート'),
    place: true,
    default: '22',
    check: otherwise('invalid_port', isPort),
  },
  {
    name: 'SFTP_HOST_KEY',
    label: text('Host key', '主机密钥', 'ホスト鍵'),
    help: text(
      'Its fingerprint, as ssh-keygen -lf prints it: SHA256:…',
      '指纹，格式同 ssh-keygen -lf 的输出：SHA256:…',
      'フィンガープリント。ssh-keygen -lf の出力どおり：SHA256:…',
    ),
    place: true,
    check: otherwise('invalid_fingerprint', (value) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(value)),
  },
  { name: 'SFTP_USERNAME', label: text('Username', '用户名', 'ユーザー名') },
  { name: 'SFTP_PASSWORD', label: text('Password', '密码', 'パスワード'), encrypted: true, insteadOf: 'SFTP_PRIVATE_KEY' },
  {
    name: 'SFTP_PRIVATE_KEY',
    label: text('Private key', '私钥', '秘密鍵'),
    encrypted: true,
    multiline: true,
    insteadOf: 'SFTP_PASSWORD',
    check: otherwise('invalid_key', (value) => !(ssh2().utils.parseKey(value) instanceof Error)),
  },
  {
    name: 'SFTP_ROOT_PATH',
    label: text('Folder', '文件夹', 'フォルダー'),
    place: true,
    check: otherwise('invalid_path', (value) => value.startsWith('/') && !value.split('/').includes('..')),
  },
];

/** Types that people add, with the fields of their `meta`. What is put into one is read back from it (stores/open-store.ts). */
export const ADDED: Readonly<Record<string, readonly MetaField[]>> = {
  s3: S3_FIELDS,
  ceph: S3_FIELDS,
  oss: S3_ALIKE,
  obs: S3_ALIKE,
  cos: S3_ALIKE,
  azure: AZURE_FIELDS,
  sftp: SFTP_FIELDS,
};

/** Types that components of others know, which put recordings there by themselves. */
export const TOLD: ReadonlySet<string> = new Set(['s3', 'ceph', 'oss', 'obs', 'cos', 'azure']);

const BUILT_IN: readonly ChoiceOption[] = [
  { value: 'null', label: text('None', '不保存', 'なし') },
  { value: 'server', label: text('Server', '服务器', 'サーバー') },
];
export const COMMAND_TYPES: readonly ChoiceOption[] = [
  ...BUILT_IN,
  { value: ELASTIC, label: text('Elasticsearch', 'Elasticsearch', 'Elasticsearch') },
];
export const REPLAY_TYPES: readonly ChoiceOption[] = [
  ...BUILT_IN,
  { value: 's3', label: text('S3', 'S3', 'S3') },
  { value: 'ceph', label: text('Ceph', 'Ceph', 'Ceph') },
  { value: 'oss', label: text('Alibaba OSS', '阿里云 OSS', 'アリババ OSS') },
  { value: 'obs', label: text('Huawei OBS', '华为云 OBS', 'ファーウェイ OBS') },
  { value: 'cos', label: text('Tencent COS', '腾讯云 COS', 'テンセント COS') },
  { value: 'azure', label: text('Azure', 'Azure', 'Azure') },
  { value: 'sftp', label: text('SFTP', 'SFTP', 'SFTP') },
];

/** Types that clients know and nothing here can read back, so that what is put there would be lost (decision 0081). */
export const UNSUPPORTED: ReadonlySet<string> = new Set(['swift']);

const MAX = 1024;
const fieldsOf = (type: string | undefined): readonly MetaField[] =>
  type !== undefined && Object.hasOwn(ADDED, type) ? (ADDED[type] ?? []) : [];
const isRequired = ({ optional, insteadOf }: MetaField): boolean => !optional && insteadOf === undefined;

/** Metadata of `meta` for the form of a type. */
export function metaInfo(type: string | undefined, ctx: Context): Record<string, FieldInfo> {
  if (type === ELASTIC) return elasticInfo(ctx);
  return Object.fromEntries(
    fieldsOf(type).map((field) => [
      field.name,
      {
        type: field.choices ? ('choice' as const) : ('string' as const),
        required: isRequired(field) && field.default === undefined,
        read_only: false,
        label: render(field.label, ctx.language),
        ...(field.help ? { help_text: render(field.help, ctx.language) } : {}),
        ...(field.default === undefined ? {} : { default: field.default }),
        ...(field.choices ? { choices: field.choices.map(({ value, label }) => ({ value, label: render(label, ctx.language) })) } : {}),
        write_only: field.encrypted === true,
        max_length: maxOf(field),
      },
    ]),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/;
const maxOf = ({ multiline }: MetaField): number => (multiline ? MAX * 16 : MAX);

function readValue(field: MetaField, given: unknown, ctx: Context): string {
  const { encrypted, multiline, choices, check } = field;
  const max = maxOf(field);
  // Numbers are what forms make of ports and days.
  if (typeof given !== 'string' && typeof given !== 'number') throw new Problem('not_a_text');
  const sent = String(given);
  // The transport form of a secret is longer than what it carries.
  if (sent.length > (encrypted ? max * 4 : max)) throw new Problem('max_length', { max });
  const value = (encrypted ? ctx.decrypt(sent) : sent).trim();
  if (value.length > max) throw new Problem('max_length', { max });
  if (CONTROL.test(multiline ? value.replaceAll(/[\r\n]/g, '') : value)) throw new Problem('control_characters');
  if (value === '') return value;
  if (choices && !choices.some((one) => one.value === value)) throw new Problem('invalid_choice', { value: value.slice(0, 64) });
  const wrong = check?.(value);
  if (wrong) throw new Problem(wrong.code, wrong.params);
  // A key ends with the end of its last line.
  return multiline ? `${value}\n` : value;
}

/** The two forms in which a `meta` is kept. */
export interface Meta {
  plain: Record<string, string>;
  encrypted: Record<string, string>;
}

/**
 * Reads a `meta` into the stored one: what is left out stays, a secret also when it is empty, unless the place it is sent to changes.
 * @throws InvalidInput with what is wrong under `meta` and the name
 */
export function readMeta(type: string, given: Values, before: Meta | undefined, ctx: Context): Meta {
  const problems: FieldProblems = {};
  const next: Meta = { plain: {}, encrypted: {} };
  const fields = fieldsOf(type);
  const isGiven = ({ name, encrypted }: MetaField): boolean =>
    given[name] !== undefined && !(encrypted && (given[name] === '' || given[name] === null));
  for (const field of fields) {
    const part = field.encrypted ? 'encrypted' : 'plain';
    const replaced = !isGiven(field) && fields.some((other) => other.name === field.insteadOf && isGiven(other));
    try {
      const kept = replaced ? undefined : before?.[part][field.name];
      const value = isGiven(field) ? readValue(field, given[field.name] ?? '', ctx) : kept;
      if (value || field.default) next[part][field.name] = value || (field.default ?? '');
      else if (isRequired(field)) problems[field.name] = [{ code: 'required' }];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems[field.name] = [error.problem];
    }
  }
  const moved = before && fields.some(({ name, place }) => place && before.plain[name] !== next.plain[name]);
  const missing = (field: MetaField): boolean => {
    const other = fields.find(({ name }) => name === field.insteadOf);
    if (moved) return !given[field.name] && !(other && given[other.name]);
    return !next.encrypted[field.name] && !(other && next.encrypted[other.name]);
  };
  for (const field of fields) if (field.encrypted && !problems[field.name] && missing(field)) problems[field.name] = [{ code: 'required' }];
  if (Object.keys(problems).length > 0) throw new InvalidInput({ meta: problems });
  return next;
}
