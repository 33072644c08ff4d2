import { ShieldAlert, ShieldX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { clockText } from '../sessions/figures.ts';
import { useTranslate } from '../shell/language.tsx';
import type { Entered } from './marks.ts';
import { playerWords } from './words.ts';

/** Risk levels (docs/wire/sessions.md#commands): 0 passed, 4 warned, 5 and above stopped or reviewed. */
const WARNED = 4;

export interface ListedCommand extends Entered {
  id: string;
  risk: { value: number; label: string };
}

interface CommandRowsProps {
  /** Those that are here. */
  rows: readonly ListedCommand[];
  /** How many there are. */
  count: number;
  position: number;
  onJump: (seconds: number) => void;
  /** Brings the next ones; absent when all are here. */
  onMore?: (() => void) | undefined;
  loading?: boolean;
}

/** Commands of a recording in order; a click goes to where one was entered, and more come as one scrolls. Hidden when there are none. */
export function CommandRows({ rows, count, position, onJump, onMore, loading = false }: CommandRowsProps) {
  const t = useTranslate();
  const end = useRef<HTMLLIElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  const here = rows.length;

  // A new one after each load: the end may be in sight still.
  useEffect(() => {
    const element = end.current;
    if (!element || here === 0) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more.current?.());
    observer.observe(element);
    return () => observer.disconnect();
  }, [here]);

  if (here === 0) return null;
  const current = rows.findLast(({ at }) => at <= position + 0.5)?.id;
  return (
    <aside className="pt-commands" aria-label={t(playerWords.commands)}>
      <h2>
        {t(playerWords.commands)} <span>{count}</span>
      </h2>
      <ol>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={row.id === current ? 'p-bare pt-command pt-command--current' : 'p-bare pt-command'}
              onClick={() => onJump(row.at)}
            >
              <span className="pt-command-time">{clockText(row.at)}</span>
              <code className="p-mono">{row.input}</code>
              <Risk {...row.risk} />
            </button>
          </li>
        ))}
        {onMore ? (
          <li ref={end} className="pt-commands-more">
            {loading ? t(playerWords.loadingMore) : ''}
          </li>
        ) : null}
      </ol>
    </aside>
  );
}

function Risk({ value, label }: ListedCommand['risk']) {
  if (value < WARNED) return null;
  const Icon = value === WARNED ? ShieldAlert : ShieldX;
  return (
    <span className={value === WARNED ? 'pt-risk' : 'pt-risk pt-risk--stopped'} title={label}>
      <Icon size={13} role="img" aria-label={label} />
    </span>
  );
}
