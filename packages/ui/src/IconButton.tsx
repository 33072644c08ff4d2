import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';

interface IconButtonProps {
  icon: LucideIcon;
  /** Name of the button, shown as tooltip. */
  label: string;
  onClick?: () => void;
  /** Makes it a link. */
  href?: string;
  newTab?: boolean;
  disabled?: boolean;
  className?: string;
  size?: 16 | 20;
  ref?: Ref<HTMLButtonElement>;
}

/** An icon that always has a name: title for eyes, label for screen readers. The browser's own title, since every page has a dozen of these. */
export function IconButton({ icon: Icon, label, onClick, href, newTab, disabled, className, size = 16, ref, ...rest }: IconButtonProps) {
  const drawing = <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
  return href ? (
    <a className="p-icon-button" href={href} aria-label={label} title={label} {...(newTab ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {drawing}
    </a>
  ) : (
    <button
      {...rest}
      ref={ref}
      type="button"
      className={className ? `p-icon-button ${className}` : 'p-icon-button'}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {drawing}
    </button>
  );
}
