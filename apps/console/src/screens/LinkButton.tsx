import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A link that looks like a button and leads to another page: it can be opened in a tab. A button inside a link would be two stops for Tab. */
export function LinkButton({ to, ...rest }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLElement>(to);
  return <Button {...rest} href={href} onClick={follow as NonNullable<ButtonProps['onClick']>} />;
}
