import { isRecord } from '@postern/contract/wire';
import type { InputProps } from '../../fields/field-props.ts';
import { kindOf } from '../../fields/kinds.ts';
import { NestedInput } from '../../fields/nested/NestedInput.tsx';
import { childrenOf } from '../../model/nested.ts';

/** Means something only with a licence for remote desktops; the values stay as they are while they are hidden. */
const WITH_LICENCE = /^RDS_(?!Licensing$)/;

/** What a host is set up with: options of the licence are there once one is used. */
export function DeployOptionsInput(props: InputProps) {
  const { info, value } = props;
  const licensed = isRecord(value) && value.RDS_Licensing === true;
  const children = Object.entries(childrenOf(info) ?? {}).filter(([name]) => licensed || !WITH_LICENCE.test(name));
  return <NestedInput {...props} info={{ ...info, children: Object.fromEntries(children) }} kindOf={kindOf} />;
}
