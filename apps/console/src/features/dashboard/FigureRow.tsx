import { numberText, percentText } from '@postern/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export interface Figure {
  key: string;
  label: string;
  value: number | undefined;
  note?: ReactNode;
  /** A part of the number, drawn as a ring with its share in percent. */
  part?: { label: string; value: number; percent: number };
  /** The list behind the number; none without the right to see it. */
  to?: string | false;
}

/** A row of numbers, each one a link to what it counts. */
export function FigureRow({ figures }: { figures: readonly Figure[] }) {
  const { i18n } = useTranslation();
  return (
    <div className="s-figures">
      {figures.map(({ key, label, value, note, part, to }) => {
        const body = (
          <>
            <span className="s-figure-label">{label}</span>
            <strong>{value === undefined ? '–' : numberText(value, i18n.language)}</strong>
            <small>{note}</small>
            {part && <Ring {...part} />}
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

/** A ring whose circumference is 100, so that a share is a length. */
const RADIUS = 100 / (2 * Math.PI);

function Ring({ label, value, percent }: NonNullable<Figure['part']>) {
  const { i18n } = useTranslation();
  const words = `${label}: ${numberText(value, i18n.language)} (${percentText(percent / 100, i18n.language)})`;
  return (
    <span className="s-ring" title={words}>
      <svg viewBox="0 0 40 40" role="img" aria-label={words}>
        <circle cx="20" cy="20" r={RADIUS} />
        <circle className="is-part" cx="20" cy="20" r={RADIUS} strokeDasharray={`${percent} 100`} />
      </svg>
      <small>{label}</small>
    </span>
  );
}
