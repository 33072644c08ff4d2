import { text } from 'node:stream/consumers';
import type { ReplayStore } from '../replay-store.ts';
import { indexPath, type PieceIndex } from './prepare.ts';

/** An index as it is read again and again while its recording is played: it is read from its file once, and where each piece lies is known. */
interface ReadIndex {
  index: PieceIndex;
  /** Bytes before each piece. */
  offsets: readonly number[];
}

export interface Indexes {
  /** What was prepared of a recording, if anything. */
  of(path: string): Promise<ReadIndex | undefined>;
  /** Has it read anew: it is not what lies there any more. */
  forget(path: string): void;
}

/** Pieces of all indexes at most that are kept in memory: some hundred bytes each. A day of work has some hundreds, the longest recording some ten thousands. */
const MAX_PIECES = 100_000;

function readable(index: PieceIndex): ReadIndex {
  let before = 0;
  const offsets = index.pieces.map(({ bytes }) => {
    const from = before;
    before += bytes;
    return from;
  });
  return { index, offsets };
}

/** Indexes of the recordings that are played, those that were asked for last. One whose file has another size, or is gone, is read anew. */
export function createIndexes(store: ReplayStore, most = MAX_PIECES): Indexes {
  const known = new Map<string, { size: number; read: Promise<ReadIndex> }>();
  const weights = new Map<string, number>();
  const drop = (at: string): void => {
    known.delete(at);
    weights.delete(at);
  };
  /** The one that was asked for last stands last; the first ones go. */
  const bound = (): void => {
    let all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    for (const at of known.keys()) {
      if (all <= most || known.size <= 1) return;
      all -= weights.get(at) ?? 0;
      drop(at);
    }
  };
  return {
    async of(path) {
      const at = indexPath(path);
      const size = at === path ? undefined : await store.size(at);
      if (size === undefined) {
        drop(at);
        return undefined;
      }
      const here = known.get(at);
      const entry = here?.size === size ? here : { size, read: text(store.read(at)).then((json) => readable(JSON.parse(json))) };
      known.delete(at);
      known.set(at, entry);
      try {
        const read = await entry.read;
        if (known.get(at) === entry) weights.set(at, read.index.pieces.length + 1);
        bound();
        return read;
      } catch (error) {
        if (known.get(at) === entry) drop(at);
        throw error;
      }
    },
    forget: (path) => drop(indexPath(path)),
  };
}
