import { Circle, CircleAlert, CircleCheck, CircleX, Info, type LucideIcon } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

export type StatusTone = 'neutral' | 'success' | 'info' | 'warning' | 'danger';

const ICONS: Readonly<Record<StatusTone, LucideIcon>> = {
  neutral: Circle,
  success: CircleCheck,
  info: Info,
  warning: CircleAlert,
  danger: CircleX,
};

const colours = (tone: StatusTone) => ({ '--tone': `var(--p-${tone}-text)`, '--tone-soft': `var(--p-${tone}-soft)` }) as CSSProperties;

interface StatusTagProps {
  tone: StatusTone;
  /** The word; colour and icon never stand alone. */
  children: ReactNode;
  icon?: LucideIcon;
  /** With a soft background, for page heads. */
  boxed?: boolean;
}

/** A status as colour, icon and word. */
export function StatusTag({ tone, children, icon, boxed }: StatusTagProps) {
  const Icon = icon ?? ICONS[tone];
  return (
    <span className={`p-status p-status--${tone}${boxed ? ' p-status--boxed' : ''}`} style={tone === 'neutral' ? undefined : colours(tone)}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {children}
    </span>
  );
}
