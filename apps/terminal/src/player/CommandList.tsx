import { useInfiniteQuery } from '@tanstack/react-query';
import { useServices } from '../shell/services.tsx';
import { choiceValue } from '../transport/api.ts';
import { CommandRows, type ListedCommand } from './CommandRows.tsx';

const PAGE = 30;

interface CommandListProps {
  session: string;
  /** Unix seconds of the first moment of the recording. */
  start: number;
  position: number;
  onJump: (seconds: number) => void;
}

/** Commands of a recording that the server has, loaded as one scrolls. */
export function CommandList({ session, start, position, onJump }: CommandListProps) {
  const { api } = useServices();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['commands', session],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => api.commands(session, pageParam, PAGE),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && loaded < last.count ? loaded : undefined;
    },
  });
  const rows = (data?.pages ?? [])
    .flatMap((page) => page.results)
    .map(({ id, input, timestamp, risk_level: risk }): ListedCommand => {
      const label = typeof risk === 'object' ? risk.label : '';
      return { id, input, at: timestamp - start, risk: { value: choiceValue(risk), label } };
    });
  return (
    <CommandRows
      rows={rows}
      count={data?.pages[0]?.count ?? rows.length}
      position={position}
      onJump={onJump}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      loading={isFetchingNextPage}
    />
  );
}
