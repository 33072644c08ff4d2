import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { type Why, WhyNot } from './WhyNot.tsx';

interface IconButtonProps {
  icon: LucideIcon;
  /** Name of the button, shown as tooltip. */
  label: string;
  onClick?: () => void;
  /** Makes it a link. */
  href?: string;
  newTab?: boolean;
  /** Why it cannot be pressed now. */
  refused?: Why;
  /** Something is under way, or it follows the field that it is of: no refusal. */
  locked?: boolean | undefined;
  className?: string;
  size?: 16 | 20;
  ref?: Ref<HTMLButtonElement>;
}

/** An icon that always has a name: title for eyes, label for screen readers. The browser's own title, since every page has a dozen of these. */
export function IconButton({
  icon: Icon,
  label,
  onClick,
  href,
  newTab,
  refused,
  locked,
  className,
  size = 16,
  ref,
  ...rest
}: IconButtonProps) {
  const drawing = <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
  return href ? (
    <a className="p-icon-button" href={href} aria-label={label} title={label} {...(newTab ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {drawing}
    </a>
  ) : (
    <WhyNot reason={!locked && refused}>
      <button
        {...rest}
        ref={ref}
        type="button"
        className={className ? `p-icon-button ${className}` : 'p-icon-button'}
        aria-label={label}
        title={label}
        disabled={locked}
        onClick={onClick}
      >
        {drawing}
      </button>
    </WhyNot>
  );
}
