import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../data/useStored.ts';

/** Where this browser keeps how dense tables are (docs/behaviour/lists.md#columns). */
const KEY = 'tableDensity';
const COMPACT = 'compact';
/** Pixels of every row, by density (docs/behaviour/appearance.md#measures, table-rows.css). */
const HEIGHTS = { normal: 44, compact: 34 } as const;

const readers = new Set<() => void>();
const read = (): boolean => readStored(KEY) === COMPACT;

function subscribe(changed: () => void): () => void {
  readers.add(changed);
  return () => readers.delete(changed);
}

/** All tables of the page, and those to come, have low rows or the usual ones. */
export function setCompact(compact: boolean): void {
  writeStored(KEY, compact ? COMPACT : 'normal');
  for (const changed of readers) changed();
}

/** Whether this person wants low rows, and how high rows are. */
export function useRowHeight(): { compact: boolean; height: number } {
  const compact = useSyncExternalStore(subscribe, read);
  return { compact, height: compact ? HEIGHTS.compact : HEIGHTS.normal };
}
