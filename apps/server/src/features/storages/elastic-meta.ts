import { X509Certificate } from 'node:crypto';
import { type FieldProblems, InvalidInput } from '@postern/contract/errors';
import type { FieldInfo } from '@postern/contract/metadata';
import { render, text } from '@postern/contract/text';
import { type Context, Problem, type Values } from '@postern/resource';
import { type ElasticMeta, type ElasticSecrets, INDEX_NAME } from '../command-log/index.ts';

/** What a command storage in Elasticsearch or OpenSearch is told (docs/decisions/0104). */

const MAX = 1024;
const MAX_HOSTS = 10;
const MAX_CA = 65_536;
const DOC_TYPE = '_doc';

const LABELS = {
  HOSTS: text('Hosts', '主机', 'ホスト'),
  INDEX: text('Index', '索引', 'インデックス'),
  INDEX_BY_DATE: text('One index a day', '按日期建立索引', '日付ごとのインデックス'),
  DOC_TYPE: text('Document type', '文档类型', 'ドキュメントタイプ'),
  IGNORE_VERIFY_CERTS: text('Do not verify certificates', '忽略证书校验', '証明書を検証しない'),
  CA: text('Own certificate authority', '自有证书颁发机构', '独自の認証局'),
} as const;
const HOSTS_HELP = text(
  'http(s)://host:port, with name:password@ before the host where it asks for one. Credentials are not shown again.',
  'http(s)://主机:端口，需要认证时在主机前加 用户名:密码@。凭据保存后不再显示。',
  'http(s)://ホスト:ポート。認証が必要ならホストの前に 名前:パスワード@ を付けます。資格情報は再表示されません。',
);
const VERIFY_HELP = text(
  'Certificates are always verified. Name the authority of your own below.',
  '始终校验证书，可在下方填写自有颁发机构。',
  '証明書は常に検証します。独自の認証局は下に入力してください。',
);
const INDEX_HELP = text('It cannot be changed later.', '保存后不可更改。', '後から変更できません。');

/** Metadata of `meta` for the form. */
export function elasticInfo(ctx: Context): Record<string, FieldInfo> {
  const field = (name: keyof typeof LABELS, more: Partial<FieldInfo> & Pick<FieldInfo, 'type'>): FieldInfo => ({
    required: false,
    read_only: false,
    write_only: false,
    label: render(LABELS[name], ctx.language),
    ...more,
  });
  const child: FieldInfo = { type: 'string', required: true, read_only: false, write_only: false, label: '', max_length: MAX };
  return {
    HOSTS: field('HOSTS', { type: 'list', required: true, child, help_text: render(HOSTS_HELP, ctx.language) }),
    INDEX: field('INDEX', { type: 'string', default: 'jumpserver', max_length: MAX, help_text: render(INDEX_HELP, ctx.language) }),
    INDEX_BY_DATE: field('INDEX_BY_DATE', { type: 'boolean', default: false }),
    DOC_TYPE: field('DOC_TYPE', { type: 'string', read_only: true, default: DOC_TYPE }),
    IGNORE_VERIFY_CERTS: field('IGNORE_VERIFY_CERTS', {
      type: 'boolean',
      default: false,
      help_text: render(VERIFY_HELP, ctx.language),
    }),
    CA: field('CA', { type: 'string', default: '', max_length: MAX_CA }),
  };
}

interface Host {
  origin: string;
  /** `name:password`; empty where none was given. */
  login: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/;

/** @throws Problem; what it says never repeats the address, which may hold a password */
function readHost(given: unknown): Host {
  const value = typeof given === 'string' ? given.trim() : '';
  const url = value.length <= MAX ? URL.parse(value) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol) || !url.hostname) throw new Problem('invalid_origin');
  if (url.pathname !== '/' || url.search || url.hash || CONTROL.test(value)) throw new Problem('invalid_origin');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  try {
    const login = url.username || url.password ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` : '';
    if (CONTROL.test(login)) throw new Problem('control_characters');
    return { origin: `${url.protocol}//${url.hostname}:${port}`, login };
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid_origin');
  }
}

function readHosts(given: unknown, ctx: Context): Host[] {
  const list = typeof given === 'string' ? given.split(',') : given;
  if (!Array.isArray(list)) throw new Problem('not_a_list');
  if (list.length === 0) throw new Problem('required');
  if (list.length > MAX_HOSTS) throw new Problem('too_many', { max: MAX_HOSTS });
  return list.map((one) => readHost(typeof one === 'string' && one.length <= MAX * 4 ? ctx.decrypt(one) : one));
}

function readIndex(given: unknown): string {
  if (typeof given !== 'string' || !INDEX_NAME.test(given)) throw new Problem('invalid_index');
  return given;
}

function readFlag(given: unknown): boolean {
  if (typeof given === 'boolean') return given;
  throw new Problem('invalid_boolean');
}

function readCa(given: unknown): string {
  if (typeof given !== 'string') throw new Problem('not_a_text');
  if (given.length > MAX_CA) throw new Problem('max_length', { max: MAX_CA });
  const pem = given.trim();
  if (pem === '') return '';
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    throw new Problem('invalid_certificates');
  }
  if (blocks.length === 0) throw new Problem('invalid_certificates');
  return pem;
}

export interface Known {
  meta: ElasticMeta;
  secrets: ElasticSecrets;
}

/**
 * Reads a `meta` into the stored one; what is left out stays. Credentials of an origin that is named again stay, too; another origin begins
 * without, so that nobody sends them elsewhere who does not know them.
 * @throws InvalidInput with what is wrong under `meta` and the name
 */
export function readElasticMeta(given: Values, known: Known | undefined, ctx: Context): Known {
  const problems: FieldProblems = {};
  const read = <T>(name: keyof typeof LABELS, take: (value: unknown) => T, otherwise: T): T => {
    if (given[name] === undefined || given[name] === null) return otherwise;
    try {
      return take(given[name]);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems[name] = [error.problem];
      return otherwise;
    }
  };
  const before = known?.meta;
  const same = (value: string | boolean, had: string | boolean | undefined): void => {
    // Commands that are there would be found no more.
    if (had !== undefined && value !== had) throw new Problem('storage_index_fixed');
  };
  const hosts = read('HOSTS', (value) => readHosts(value, ctx), undefined);
  const meta: ElasticMeta = {
    HOSTS: hosts ? [...new Set(hosts.map(({ origin }) => origin))] : (before?.HOSTS ?? []),
    INDEX: read(
      'INDEX',
      (value) => {
        const index = readIndex(value);
        same(index, before?.INDEX);
        return index;
      },
      before?.INDEX ?? 'jumpserver',
    ),
    INDEX_BY_DATE: read(
      'INDEX_BY_DATE',
      (value) => {
        const flag = readFlag(value);
        same(flag, before?.INDEX_BY_DATE);
        return flag;
      },
      before?.INDEX_BY_DATE ?? false,
    ),
    DOC_TYPE,
    IGNORE_VERIFY_CERTS: read(
      'IGNORE_VERIFY_CERTS',
      (value) => {
        if (readFlag(value)) throw new Problem('certificates_are_verified');
        return false;
      },
      false,
    ),
    CA: read('CA', readCa, before?.CA ?? ''),
  };
  if (meta.HOSTS.length === 0 && !problems.HOSTS) problems.HOSTS = [{ code: 'required' }];
  if (Object.keys(problems).length > 0) throw new InvalidInput({ meta: problems });
  const logins = new Map(hosts?.flatMap(({ origin, login }) => (login ? [[origin, login] as const] : [])));
  const secrets = Object.fromEntries(
    meta.HOSTS.flatMap((origin) => {
      const login = logins.get(origin) ?? known?.secrets[origin];
      return login ? [[origin, login]] : [];
    }),
  );
  return { meta, secrets };
}
