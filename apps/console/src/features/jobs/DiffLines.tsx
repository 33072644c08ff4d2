import './jobs.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lineDiff } from './line-diff.ts';

const MARKS = { same: ' ', left: '-', right: '+' } as const;
/** Lines that are drawn at most. */
const MOST_LINES = 5_000;

/** Two texts line by line. `sides` says to whom a line belongs that only one of them has. */
export function DiffLines({ left, right, sides }: { left: string; right: string; sides?: { left: string; right: string } }) {
  const { t } = useTranslation('jobs');
  const lines = useMemo(() => lineDiff(left, right), [left, right]);
  if (lines.every(({ kind }) => kind === 'same')) return <p className="s-note">{t('run.equal')}</p>;
  const only = sides ?? { left: t('run.onlyLeft'), right: t('run.onlyRight') };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get to it
    <section className="s-pre j-output" translate="no" tabIndex={0} aria-label={t('run.diff')}>
      {lines.slice(0, MOST_LINES).map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison; none moves
        <div key={at} className={`j-line is-${kind}`}>
          <span aria-hidden>{MARKS[kind]} </span>
          {kind !== 'same' && <span className="p-visually-hidden">{only[kind]}: </span>}
          {text}
        </div>
      ))}
    </section>
  );
}
