/** Bytes that one page may owe before its session waits for it. */
const LIMIT = 2 * 1024 * 1024;
/** The same when all pages together owe `LIMIT_ALL`. */
const TIGHT = 64 * 1024;
const LIMIT_ALL = 128 * 1024 * 1024;
/** Pieces smaller than this are put together: an echo is one byte, and an object that holds it takes a hundred. */
const BLOCK = 4 * 1024;

/** Bytes that are kept in this process for all pages. */
export interface Kept {
  bytes: number;
}

/** Output that a page has not yet said that it has. Counted in bytes since the beginning of its session. */
export interface Unheard {
  add(bytes: Buffer): void;
  /** The page has everything up to here; a number that cannot be is overlooked. */
  heard(upTo: number): void;
  /** What comes behind so many bytes, in order; undefined when that is gone, or never was. */
  after(received: number): readonly Buffer[] | undefined;
  /** Whether no more should come until the page has said that it has some of it. */
  full(): boolean;
  /** Gives everything back. */
  clear(): void;
}

/** @param all counts what all pages of this process owe */
export function createUnheard(all: Kept): Unheard {
  let pieces: Buffer[] = [];
  let open: { block: Buffer; used: number } | undefined;
  let start = 0;
  let end = 0;
  let full = false;
  const limit = (): number => (all.bytes > LIMIT_ALL ? TIGHT : LIMIT);

  /** The block that is being filled becomes a piece like the others. */
  function close(): void {
    if (open && open.used > 0) pieces.push(open.block.subarray(0, open.used));
    open = undefined;
  }

  return {
    add(bytes) {
      if (bytes.length === 0) return;
      end += bytes.length;
      all.bytes += bytes.length;
      if (end - start > limit()) full = true;
      if (open && open.used + bytes.length > BLOCK) close();
      if (bytes.length >= BLOCK) {
        pieces.push(bytes);
        return;
      }
      open ??= { block: Buffer.allocUnsafeSlow(BLOCK), used: 0 };
      open.used += bytes.copy(open.block, open.used);
    },
    heard(upTo) {
      if (upTo <= start || upTo > end) return;
      close();
      let over = upTo - start;
      let gone = 0;
      for (let first = pieces[gone]; first && first.length <= over; first = pieces[gone]) {
        over -= first.length;
        gone += 1;
      }
      pieces = pieces.slice(gone);
      if (over > 0 && pieces[0]) pieces[0] = pieces[0].subarray(over);
      all.bytes -= upTo - start;
      start = upTo;
      if (end - start <= limit() / 2) full = false;
    },
    after(received) {
      if (received < start || received > end) return undefined;
      close();
      let skip = received - start;
      return pieces.flatMap((piece) => {
        const left = piece.subarray(Math.min(skip, piece.length));
        skip -= piece.length - left.length;
        return left.length > 0 ? [left] : [];
      });
    },
    full: () => full,
    clear() {
      all.bytes -= end - start;
      start = end;
      pieces = [];
      open = undefined;
      full = false;
    },
  };
}
