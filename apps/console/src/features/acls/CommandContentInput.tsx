import type { InputProps } from '../../fields/field-props.ts';
import { PatternTest } from '../../fields/PatternTest.tsx';
import { AreaInput } from '../../fields/text/TextInput.tsx';

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
