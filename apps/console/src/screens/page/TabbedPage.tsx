import type { ComponentProps, ReactNode } from 'react';
import { Page } from './Page.tsx';
import { PageTabs } from './PageTabs.tsx';

/** A page in tabs. Dialogs of the page are its children. */
export function TabbedPage({
  tabs,
  initial,
  children,
  ...head
}: Omit<ComponentProps<typeof Page>, 'children'> & ComponentProps<typeof PageTabs> & { children?: ReactNode }) {
  return (
    <Page {...head}>
      <PageTabs tabs={tabs} initial={initial} />
      {children}
    </Page>
  );
}
