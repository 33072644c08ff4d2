import type { ReactNode } from 'react';

interface SurfaceProps {
  title?: ReactNode;
  /** One line on the purpose of the group. */
  purpose?: ReactNode;
  /** Controls at the end of the head. */
  actions?: ReactNode;
  /** The content draws its own padding (tables). */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A card: quiet background, hairline border, optional head. */
export function Surface({ title, purpose, actions, flush, className, children }: SurfaceProps) {
  return (
    <section className={className ? `p-surface ${className}` : 'p-surface'}>
      {title ? (
        <div className="p-surface__head">
          <h2>{title}</h2>
          {purpose ? <p>{purpose}</p> : null}
          {actions ? <div className="p-surface__actions">{actions}</div> : null}
        </div>
      ) : null}
      {flush ? children : <div className="p-surface__body">{children}</div>}
    </section>
  );
}
