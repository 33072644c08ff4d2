import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Row } from '../../model/resource.ts';

type Id = Row['id'];
type Ticked = ReadonlyMap<Id, number>;

/**
 * Ticked rows by id, with the page each was ticked on: they stay while one turns pages (docs/behaviour/lists.md#selection).
 * @param page the page shown now
 * @param onSelect told about every change
 */
export function useSelection(page: number, onSelect: ((ids: Id[]) => void) | undefined) {
  const [ticked, setTicked] = useState<Ticked>(new Map());
  const selected = useMemo(() => [...ticked.keys()], [ticked]);
  useEffect(() => onSelect?.(selected), [onSelect, selected]);
  const setMany = useCallback(
    (ids: readonly Id[], on: boolean) =>
      setTicked((before) => {
        const next = new Map(before);
        for (const id of ids) {
          if (!on) next.delete(id);
          else if (!next.has(id)) next.set(id, page);
        }
        return next;
      }),
    [page],
  );
  const clear = useCallback(() => setTicked((before) => (before.size === 0 ? before : new Map())), []);
  return { selected, isSelected: (id: Id) => ticked.has(id), pages: new Set(ticked.values()).size, setMany, clear };
}
