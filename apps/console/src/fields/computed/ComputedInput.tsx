import { onDemand } from '../../data/on-demand.tsx';
import { childrenOf, isListed } from '../../model/nested.ts';
import { NestedInput, type WithKinds } from '../nested/NestedInput.tsx';
import { RowsInput } from '../RowsInput.tsx';
import { ReferenceInput } from '../reference/ReferenceInput.tsx';
import { LineInput } from '../text/TextInput.tsx';

const JsonEditor = onDemand(() => import('../json/JsonEditor.tsx').then((module) => module.JsonEditor));

/** A field the metadata says little about (`field`, docs/wire/conventions.md#metadata): by what else is known of it. */
export function ComputedInput({ kindOf, ...rest }: WithKinds) {
  const { info, url, value } = rest;
  if (info.url || typeof url === 'string') return <ReferenceInput {...rest} />;
  if (childrenOf(info)) return isListed(info) ? <RowsInput {...rest} kindOf={kindOf} /> : <NestedInput {...rest} kindOf={kindOf} />;
  return typeof value === 'object' && value !== null ? <JsonEditor {...rest} /> : <LineInput {...rest} />;
}
