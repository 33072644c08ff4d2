import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export interface Figure {
  key: string;
  label: string;
  value: number | undefined;
  note?: ReactNode;
  /** The list behind the number; none without the right to see it. */
  to?: string | false;
}

/** A row of numbers, each one a link to what it counts. */
export function FigureRow({ figures }: { figures: readonly Figure[] }) {
  const { i18n } = useTranslation();
  return (
    <div className="s-figures">
      {figures.map(({ key, label, value, note, to }) => {
        const body = (
          <>
            <span className="s-figure-label">{label}</span>
            <strong>{value === undefined ? '–' : value.toLocaleString(i18n.language)}</strong>
            <small>{note}</small>
          </>
        );
        return to ? (
          <Link key={key} to={to} className="s-figure">
            {body}
          </Link>
        ) : (
          <div key={key} className="s-figure">
            {body}
          </div>
        );
      })}
    </div>
  );
}
