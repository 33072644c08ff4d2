import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** What a tree beside a list can narrow it by (docs/behaviour/trees.md#picking). */
const KEYS = ['node_id', 'asset_id', 'category', 'type', 'platform'] as const;

export type TreePick = Readonly<Record<string, string>>;

/** What shows everything again; undefined while nothing is picked. */
export const showAllOf = (pick: TreePick, onPick: (pick: TreePick) => void): (() => void) | undefined =>
  Object.keys(pick).length > 0 ? () => onPick({}) : undefined;

/** The tree's choice as a query of the list; kept in the address bar, so that a link or a reload shows the same. */
export function useTreePick(): [TreePick, (pick: TreePick) => void] {
  const [params, setParams] = useSearchParams();
  const text = KEYS.map((key) => params.get(key) ?? '').join('\n');
  const pick = useMemo(() => {
    const values = text.split('\n');
    return Object.fromEntries(KEYS.flatMap((key, index) => (values[index] ? [[key, values[index]]] : [])));
  }, [text]);
  const choose = useCallback(
    (next: TreePick) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const key of [...KEYS, 'page']) after.delete(key);
          for (const [key, value] of Object.entries(next)) after.set(key, value);
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [pick, choose];
}
