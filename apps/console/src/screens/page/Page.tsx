import '../screens.css';
import { PageHeader } from '@postern/ui';
import type { ComponentProps, ReactNode } from 'react';

/** A page: its head, and what it is about. */
export function Page({ children, ...head }: ComponentProps<typeof PageHeader> & { children: ReactNode }) {
  return (
    <div className="s-page">
      <PageHeader {...head} />
      {children}
    </div>
  );
}
