import type { ReactNode } from 'react';

/** One thing to choose: what it is, what it does, and the choice. */
export function PreferenceRow({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <div className="p-row profile-row">
      <div>
        <label htmlFor={id}>
          <b>{title}</b>
        </label>
        {text && <p>{text}</p>}
      </div>
      {children}
    </div>
  );
}
