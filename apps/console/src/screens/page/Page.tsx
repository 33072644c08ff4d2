import '../screens.css';
import { PageHeader } from '@postern/ui';
import type { ComponentProps, ReactNode } from 'react';
import { PageTabs } from './PageTabs.tsx';

type Head = ComponentProps<typeof PageHeader>;

/** A page: its head, and what it is about. */
export function Page({ children, ...head }: Head & { children: ReactNode }) {
  return (
    <div className="s-page">
      <PageHeader {...head} />
      {children}
    </div>
  );
}

/** A page in tabs. Dialogs of the page are its children. */
export function TabbedPage({ tabs, initial, children, ...head }: Head & ComponentProps<typeof PageTabs> & { children?: ReactNode }) {
  return (
    <Page {...head}>
      <PageTabs tabs={tabs} initial={initial} />
      {children}
    </Page>
  );
}
