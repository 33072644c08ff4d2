import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** Status and two or three key facts, beside each other under the title. */
  facts?: ReactNode;
  /** One line on what the page is for. */
  help?: ReactNode;
  /** Before the title: a back button. */
  back?: ReactNode;
  actions?: ReactNode;
}

/** Head of every page: title, facts and actions (docs/behaviour/appearance.md#page-head). */
export function PageHeader({ title, facts, help, back, actions }: PageHeaderProps) {
  return (
    <header className="p-page-header">
      {back}
      <div className="p-page-header__text">
        <h1>{title}</h1>
        {facts ? <div className="p-page-header__facts">{facts}</div> : null}
        {help ? <p className="p-page-header__help">{help}</p> : null}
      </div>
      {actions ? <div className="p-page-header__actions">{actions}</div> : null}
    </header>
  );
}
