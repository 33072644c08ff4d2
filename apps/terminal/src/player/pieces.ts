import { type Cast, castText, parseCast, type Recording } from './cast.ts';

/** What is known of a recording in pieces before the first of them is here. */
interface Known extends Omit<Cast, 'events' | 'screen'> {
  times: readonly number[];
}

/** Pieces that are kept: the one that plays, the next one, and where somebody has just been. */
const NEAR = 4;

/**
 * A recording of which pieces are loaded as they are needed, and few are kept however long it is.
 * @param load one piece; rejects where it cannot be had, and is asked again the next time
 */
export function piecewise(known: Known, load: (n: number) => Promise<ArrayBuffer>): Recording {
  const near = new Map<number, Cast | Promise<Cast>>();
  return {
    ...known,
    piece(n) {
      const here = near.get(n);
      near.delete(n);
      const piece =
        here ??
        load(n)
          .then(castText)
          .then((text) => {
            const cast = parseCast(text);
            if (near.has(n)) near.set(n, cast);
            return cast;
          })
          .catch((error: unknown) => {
            near.delete(n);
            throw error;
          });
      // The one that was asked for last stands last; the first one goes.
      near.set(n, piece);
      for (const first of near.keys()) {
        if (near.size <= NEAR) break;
        near.delete(first);
      }
      return piece;
    },
  };
}
