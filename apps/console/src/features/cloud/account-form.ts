import { withQuery } from '@postern/client/http';
import type { FieldInfo } from '@postern/contract/metadata';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { type MemberInfos, membersOf } from '../../screens/form/members.ts';

/** Attributes of a provider as fields of the form: each stands by itself there, and below `attrs` on the wire. */

export type AttributeInfos = MemberInfos;

const attributes = membersOf('attrs', 'attr_');
export const { fieldName, load: loadAccount, flatRefusal } = attributes;

const isFile = (info: FieldInfo): boolean => info.type === 'file upload';

function inputOf(info: FieldInfo): FieldSpec {
  if (isFile(info)) return { widget: 'keyFile', props: { format: 'object' } };
  if (info.write_only) return { widget: 'secret' };
  if (info.type === 'list') return { widget: 'ipGroup', rules: ['ipGroup'] };
  if (info.type === 'object_related_field') return { props: { url: withQuery(info.url ?? '', { category: 'host' }) } };
  return {};
}

/** What stands in the form for each attribute. Of an account that exists, secrets may stay as they are. */
export const attributeFields = (infos: AttributeInfos, updating: boolean): Record<string, FieldSpec> =>
  attributes.fields(infos, updating, inputOf);

/** What the form sends: attributes below `attrs`, secret ones encrypted for the way. */
export async function accountBody(values: Values, provider: string, infos: AttributeInfos): Promise<Values> {
  const secrets = Object.keys(infos).filter((name) => infos[name]?.write_only && !isFile(infos[name]));
  return attributes.body({ ...values, provider }, secrets);
}
