import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { writeStored } from '../../data/useStored.ts';
import { defaultDates, type ListState, readListState, SIZE_KEY, writeListState } from '../../model/list-query.ts';
import { showError } from '../../session/errors.ts';
import { keepPreferences, ownPageSize } from '../../session/preferences.ts';

/** Where a list keeps what it shows: the address bar, or a text like it that lives with the component. */
export interface ListPlace {
  params: URLSearchParams;
  /** At once and not when there is time: the rows asked for wait for it. `step`: Back leads to what was before. */
  write: (next: (before: URLSearchParams) => URLSearchParams, step?: boolean) => void;
}

export interface ListStateControl {
  state: ListState;
  place: ListPlace;
  change: (part: Partial<ListState>) => void;
}

/**
 * The list's state, in the address bar when `sync`, else with the component. The page size is the person's
 * (docs/behaviour/lists.md#what-the-address-keeps).
 */
export function useListState(sync: boolean, dateRange: boolean, filterKeys: ReadonlySet<string> | undefined): ListStateControl {
  const [params, setParams] = useSearchParams();
  const [local, setLocal] = useState(() => new URLSearchParams());
  const [size, setSize] = useState(ownPageSize);
  const [fallback] = useState(() => (dateRange ? defaultDates(new Date()) : undefined));
  const place = useMemo<ListPlace>(
    () =>
      sync
        ? { params, write: (next, step = false) => setParams(next, { replace: !step, flushSync: true }) }
        : { params: local, write: (next) => setLocal(next) },
    [sync, params, setParams, local],
  );
  const state = useMemo(() => {
    const read = readListState(place.params, size, filterKeys);
    return !read.dates && fallback ? { ...read, dates: fallback } : read;
  }, [place.params, size, filterKeys, fallback]);

  const change = useCallback(
    (part: Partial<ListState>) => {
      if (part.size !== undefined) {
        setSize(part.size);
        writeStored(SIZE_KEY, part.size);
        keepPreferences({ page_size: part.size }).catch(showError);
      }
      const next = { ...state, ...part };
      // Dates the list came up with by itself are no choice of the person's and stay out of the address bar.
      place.write(
        (before) => writeListState(before, state, next.dates === fallback ? { ...next, dates: undefined } : next),
        part.page !== undefined,
      );
    },
    [state, place, fallback],
  );
  return { state, place, change };
}
