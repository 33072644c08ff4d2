import type { InputProps } from '../../fields/field-props.ts';
import { AreaInput } from '../../fields/inputs.tsx';
import { PatternTest } from '../../fields/PatternTest.tsx';

/** What a command group looks for, with a box to try it on lines. */
export function CommandContentInput({
  groupType,
  ignoreCase,
  ...props
}: InputProps & { groupType?: 'command' | 'regex'; ignoreCase?: boolean }) {
  return (
    <>
      <AreaInput {...props} />
      <PatternTest
        type={groupType ?? 'command'}
        source={typeof props.value === 'string' ? props.value : ''}
        ignoreCase={ignoreCase !== false}
      />
    </>
  );
}
