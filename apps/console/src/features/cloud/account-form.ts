import { ApiError, withQuery } from '@postern/client/http';
import { encryptFields } from '@postern/client/transport';
import type { FieldInfo } from '@postern/contract/metadata';
import { isRecord } from '@postern/contract/wire';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';

/** Attributes of a provider as fields of the form: each stands by itself there, and below `attrs` on the wire. */

export type AttributeInfos = Readonly<Record<string, FieldInfo>>;

const PREFIX = 'attr_';
export const fieldName = (attribute: string): string => PREFIX + attribute;

const isFile = (info: FieldInfo): boolean => info.type === 'file upload';

function inputOf(info: FieldInfo): FieldSpec {
  if (isFile(info)) return { widget: 'keyFile', props: { format: 'object' } };
  if (info.write_only) return { widget: 'secret' };
  if (info.type === 'list') return { widget: 'ipGroup', rules: ['ipGroup'] };
  if (info.type === 'object_related_field') return { props: { url: withQuery(info.url ?? '', { category: 'host' }) } };
  return {};
}

/** What stands in the form for each attribute. Of an account that exists, secrets may stay as they are. */
export function attributeFields(infos: AttributeInfos, updating: boolean): Record<string, FieldSpec> {
  const entries = Object.entries(infos).map(([name, info]): [string, FieldSpec] => [
    fieldName(name),
    {
      info: {
        ...info,
        // A file's text is what travels; the form would take it for an upload.
        type: isFile(info) ? 'string' : info.type,
        required: info.required && !(updating && info.write_only),
      },
      ...inputOf(info),
    },
  ]);
  return Object.fromEntries(entries);
}

/** A stored account with its attributes beside its other fields. */
export function loadAccount(account: Values): Values {
  const attrs = typeof account.attrs === 'object' && account.attrs !== null ? account.attrs : {};
  return { ...account, ...Object.fromEntries(Object.entries(attrs).map(([name, value]) => [fieldName(name), value])) };
}

/** What the form sends: attributes below `attrs`, secret ones encrypted for the way. */
export async function accountBody(values: Values, provider: string, infos: AttributeInfos): Promise<Values> {
  const isAttribute = (name: string) => name.startsWith(PREFIX);
  const own = Object.entries(values).filter(([name]) => isAttribute(name));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !isAttribute(name)));
  const secrets = Object.keys(infos).filter((name) => infos[name]?.write_only && !isFile(infos[name]));
  const attrs = await encryptFields(Object.fromEntries(own.map(([name, value]) => [name.slice(PREFIX.length), value])), secrets);
  return { ...rest, provider, attrs };
}

/** A refusal whose errors below `attrs` stand at the fields of the form. */
export function flatRefusal(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 400 || typeof error.body !== 'object' || error.body === null) return error;
  const { attrs, ...rest } = error.body as Values;
  if (!isRecord(attrs)) return error;
  const flat = Object.fromEntries(Object.entries(attrs).map(([name, problem]) => [fieldName(name), problem]));
  return new ApiError(error.status, error.code, { ...rest, ...flat }, error.requestId);
}
