import type { CSSProperties } from 'react';
import { numberText, percentText } from './figures.ts';
import { percent } from './percent.ts';

export interface Share {
  key: string;
  label: string;
  count: number;
  /** A CSS colour. */
  colour: string;
}

/** A whole in its parts: a bar, and beside it the numbers as its legend, so that colour never stands alone. @param language of the numbers */
export function ShareBar({ shares, language }: { shares: readonly Share[]; language: string }) {
  const all = shares.reduce((sum, { count }) => sum + count, 0);
  const paint = (colour: string) => ({ '--share': colour }) as CSSProperties;
  return (
    <>
      <div className="p-shares" aria-hidden="true">
        {shares.map(({ key, label, count, colour }) =>
          count > 0 ? <span key={key} style={{ ...paint(colour), flexGrow: count }} title={`${label}: ${count}`} /> : null,
        )}
      </div>
      <ul className="p-shares-legend">
        {shares.map(({ key, label, count, colour }) => (
          <li key={key} style={paint(colour)}>
            {label} <b>{numberText(count, language)}</b> <small>{percentText(percent(count, all) / 100, language)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
