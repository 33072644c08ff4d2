import { Button as Plain } from 'antd';
import type { ComponentProps } from 'react';
import { type Why, WhyNot } from './WhyNot.tsx';

interface Props extends Omit<ComponentProps<typeof Plain>, 'disabled'> {
  /** Why it cannot be pressed now. */
  refused?: Why;
  /** Something is under way, or it follows the field that it is of: that is no refusal, and nothing is said about it. */
  locked?: boolean | undefined;
}

/** A button that may be refused. It has no way to be so in silence. */
export function Button({ refused, locked, ...rest }: Props) {
  return (
    <WhyNot reason={!locked && refused}>
      <Plain {...rest} {...(locked === undefined ? {} : { disabled: locked })} />
    </WhyNot>
  );
}
