import { lazy } from 'react';
import { childrenOf, isListed } from '../screens/form/nested.ts';
import { RelatedInput, TextInput } from './inputs.tsx';
import { NestedInput, RowsInput, type WithKinds } from './NestedInput.tsx';
import { TagInput } from './TagInput.tsx';

const JsonEditor = lazy(() => import('./JsonEditor.tsx').then((module) => ({ default: module.JsonEditor })));

/** Inputs of types whose values may be anything: the metadata of what lies below decides. */

/** A list: rows of fields when its elements are objects, words otherwise. */
export function ListInput(props: WithKinds) {
  const { kindOf: _, ...rest } = props;
  return childrenOf(props.info) ? <RowsInput {...props} /> : <TagInput {...rest} />;
}

/** JSON, or the fields of a nested object when the metadata names them. */
export function JsonInput(props: WithKinds) {
  const { kindOf: _, ...rest } = props;
  return childrenOf(props.info) ? <NestedInput {...props} /> : <JsonEditor {...rest} />;
}

/** A field the metadata says little about (`field`, docs/wire/conventions.md#metadata): by what else is known of it. */
export function AnyInput(props: WithKinds) {
  const { kindOf: _, ...rest } = props;
  if (props.info.url || typeof props.url === 'string') return <RelatedInput {...rest} />;
  if (childrenOf(props.info)) return isListed(props.info) ? <RowsInput {...props} /> : <NestedInput {...props} />;
  return typeof props.value === 'object' && props.value !== null ? <JsonEditor {...rest} /> : <TextInput {...rest} />;
}
