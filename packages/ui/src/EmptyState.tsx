import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: ReactNode;
  text?: ReactNode;
  /** The button that makes the first one, or clears the filter. */
  action?: ReactNode;
  icon?: LucideIcon;
}

/** Says what belongs here and how to get the first one. */
export function EmptyState({ title, text, action, icon: Icon = Inbox }: EmptyStateProps) {
  return (
    <div className="p-empty">
      <span className="p-empty__icon" aria-hidden="true">
        <Icon size={20} strokeWidth={1.75} />
      </span>
      <p className="p-empty__title">{title}</p>
      {text ? <p className="p-empty__text">{text}</p> : null}
      {action ? <div className="p-empty__action">{action}</div> : null}
    </div>
  );
}
