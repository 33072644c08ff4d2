import { type FieldProblems, InvalidInput } from '@postern/contract/errors';
import type { FieldInfo } from '@postern/contract/metadata';
import { render, type Text, text } from '@postern/contract/text';
import { type ChoiceOption, type Context, Problem, type Values } from '@postern/resource';
import { ELASTIC } from '../command-log/index.ts';
import { elasticInfo } from './elastic-meta.ts';

/** Kinds of storages that something here obeys, and what each is told of (docs/decisions/0081). */

interface MetaField {
  name: string;
  label: Text;
  /** Kept encrypted, apart from the rest. */
  encrypted?: true;
  /** Where the encrypted ones are sent: whoever changes it has to know them. */
  place?: true;
  check?(value: string): boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** An address without a path, a name, a query: keys of objects are put behind it. */
function isEndpoint(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && !value.includes('?') && !value.includes('#');
}

const S3_FIELDS: readonly MetaField[] = [
  { name: 'BUCKET', label: text('Bucket', '桶名称', 'バケット'), place: true, check: (value) => BUCKET.test(value) },
  { name: 'ACCESS_KEY', label: text('Access key', '访问密钥 ID', 'アクセスキー') },
  { name: 'SECRET_KEY', label: text('Secret key', '访问密钥', 'シークレットキー'), encrypted: true },
  { name: 'ENDPOINT', label: text('Endpoint', '端点', 'エンドポイント'), place: true, check: isEndpoint },
];

/** Types that people add, with the fields of their `meta`. Both speak the S3 protocol, which is how recordings are read back. */
export const ADDED: Readonly<Record<string, readonly MetaField[]>> = { s3: S3_FIELDS, ceph: S3_FIELDS };

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
];

/** Types that clients know and nothing here can read back, so that what is put there would be lost (decision 0081). */
export const UNSUPPORTED: ReadonlySet<string> = new Set(['oss', 'obs', 'cos', 'swift', 'azure']);

const MAX = 1024;

/** Metadata of `meta` for the form of a type. */
export function metaInfo(type: string | undefined, ctx: Context): Record<string, FieldInfo> {
  if (type === ELASTIC) return elasticInfo(ctx);
  const fields = type !== undefined && Object.hasOwn(ADDED, type) ? (ADDED[type] ?? []) : [];
  return Object.fromEntries(
    fields.map(({ name, label, encrypted }) => [
      name,
      {
        type: 'string' as const,
        required: true,
        read_only: false,
        label: render(label, ctx.language),
        write_only: encrypted === true,
        max_length: MAX,
      },
    ]),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/;

function readValue({ encrypted, check }: MetaField, given: unknown, ctx: Context): string {
  if (typeof given !== 'string') throw new Problem('incorrect_type');
  // The transport form of a secret is longer than what it carries.
  if (given.length > (encrypted ? MAX * 4 : MAX)) throw new Problem('max_length', { max: MAX });
  const value = (encrypted ? ctx.decrypt(given) : given).trim();
  if (value.length > MAX) throw new Problem('max_length', { max: MAX });
  if (CONTROL.test(value)) throw new Problem('control_characters');
  if (value !== '' && check && !check(value)) throw new Problem('invalid');
  return value;
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
  const fields = Object.hasOwn(ADDED, type) ? (ADDED[type] ?? []) : [];
  for (const field of fields) {
    const part = field.encrypted ? 'encrypted' : 'plain';
    const silent = given[field.name] === undefined || (field.encrypted && (given[field.name] === '' || given[field.name] === null));
    try {
      const value = silent ? before?.[part][field.name] : readValue(field, given[field.name], ctx);
      if (value) next[part][field.name] = value;
      else problems[field.name] = [{ code: 'required' }];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems[field.name] = [error.problem];
    }
  }
  const moved = before && fields.some(({ name, place }) => place && before.plain[name] !== next.plain[name]);
  if (moved) for (const { name, encrypted } of fields) if (encrypted && !given[name]) problems[name] = [{ code: 'required' }];
  if (Object.keys(problems).length > 0) throw new InvalidInput({ meta: problems });
  return next;
}
