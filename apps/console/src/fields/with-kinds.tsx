import type { ComponentType } from 'react';
import type { InputProps } from './field-props.ts';
import type { KindOf } from './kind.ts';

/** Hands an input what draws the fields below it: it cannot ask for the table of kinds, which itself leads there. */
export const withKinds =
  (Input: ComponentType<InputProps & { kindOf: KindOf }>, kindOf: KindOf): ComponentType<InputProps> =>
  (props) => <Input {...props} kindOf={kindOf} />;
