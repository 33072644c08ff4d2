import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: ReactNode;
  icon?: LucideIcon;
  /** The state is the whole page, so its title is the page's heading. */
  page?: boolean;
} & (
  | {
      /** Why there is nothing, or what would be here. */
      text: ReactNode;
      /** The button that makes the first one, or clears the filter. */
      action?: ReactNode;
    }
  // Whoever is told that there is nothing is told more: a title alone does not compile.
  | { text?: undefined; action: NonNullable<ReactNode> }
);

/** Says what belongs here and how to get the first one. */
export function EmptyState({ title, text, action, icon: Icon = Inbox, page }: EmptyStateProps) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className="p-empty">
      <span className="p-empty__icon" aria-hidden="true">
        <Icon size={20} strokeWidth={1.75} />
      </span>
      <Title className="p-empty__title">{title}</Title>
      {text ? <p className="p-empty__text">{text}</p> : null}
      {action ? <div className="p-empty__action">{action}</div> : null}
    </div>
  );
}
