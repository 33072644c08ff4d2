import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="submit" aria-busy={busy}>
      {busy ? <LoaderCircle className="submit__spinner" size={16} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
