import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { clockText } from '../sessions/figures.ts';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { type CommandRow, choiceValue } from '../transport/api.ts';
import { playerWords } from './words.ts';

const PAGE = 30;
/** Risk levels (docs/wire/sessions.md#commands): 0 passed, 4 warned, 5 and above stopped or reviewed. */
const WARNED = 4;

interface CommandListProps {
  session: string;
  /** Unix seconds of the first moment of the recording. */
  start: number;
  position: number;
  onJump: (seconds: number) => void;
}

/** Commands of the recording in order, loaded as one scrolls; a click jumps a little before the command. Hidden when there are none. */
export function CommandList({ session, start, position, onJump }: CommandListProps) {
  const { api } = useServices();
  const t = useTranslate();
  const end = useRef<HTMLLIElement>(null);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['commands', session],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => api.commands(session, pageParam, PAGE),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && loaded < last.count ? loaded : undefined;
    },
  });

  useEffect(() => {
    const element = end.current;
    if (!element || !hasNextPage) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && void fetchNextPage());
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, fetchNextPage]);

  const rows = data?.pages.flatMap((page) => page.results) ?? [];
  if (rows.length === 0) return null;
  const current = rows.findLast((row) => row.timestamp - start <= position + 0.5)?.id;
  return (
    <aside className="pt-commands" aria-label={t(playerWords.commands)}>
      <h2>
        {t(playerWords.commands)} <span>{data?.pages[0]?.count ?? rows.length}</span>
      </h2>
      <ol>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={row.id === current ? 'p-bare pt-command pt-command--current' : 'p-bare pt-command'}
              onClick={() => onJump(row.timestamp - start)}
            >
              <span className="pt-command-time">{clockText(row.timestamp - start)}</span>
              <code className="p-mono">{row.input}</code>
              <Risk row={row} />
            </button>
          </li>
        ))}
        {hasNextPage ? (
          <li ref={end} className="pt-commands-more">
            {isFetchingNextPage ? t(playerWords.loadingMore) : ''}
          </li>
        ) : null}
      </ol>
    </aside>
  );
}

function Risk({ row }: { row: CommandRow }) {
  const level = choiceValue(row.risk_level);
  if (level < WARNED) return null;
  const label = typeof row.risk_level === 'object' ? row.risk_level.label : '';
  const Icon = level === WARNED ? ShieldAlert : ShieldX;
  return (
    <span className={level === WARNED ? 'pt-risk' : 'pt-risk pt-risk--stopped'} title={label}>
      <Icon size={13} role="img" aria-label={label} />
    </span>
  );
}
