import type { ReactNode } from 'react';

/** Leads to another step of the login. */
export function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="p-bare link" onClick={onClick}>
      {children}
    </button>
  );
}
