/** Secrets that Postern itself handed to a run are taken out of what comes back, before anything of it is kept, shown or sent (decision 0195). */

/** What stands in the place of a secret; it is not longer than any, so what is kept does not grow. */
const MASK = '******';
/** Letters of the shortest secret that is taken out: a shorter one is a part of ordinary words. */
const LEAST = MASK.length;
/** Letters that are compared as one piece, and kept back at most while they may become one; what is longer is taken out by pieces. */
const MOST = 1_024;
/** The lines about a key are no secret. */
const ABOUT_KEY = /^-----.*-----$/;

export interface Redactor {
  /** Takes a piece of a text, and gives what can be told of it. */
  push(text: string): string;
  /** The rest. @param cut whether the text went on: then what is left may be the beginning of a secret, and is not told */
  end(cut: boolean): string;
}

export interface SecretPool {
  add(secrets: Iterable<string>): void;
  /** For a text that comes in pieces. */
  stream(): Redactor;
  /** For a whole text. @param cut whether it is the beginning of a longer one */
  hide(text: string, cut?: boolean): string;
}

/** A secret of several lines, such as a key, is printed with other ends of lines, or in part: each line counts. */
function* piecesOf(secret: string): Generator<string> {
  for (const written of secret.split(/\r?\n/)) {
    const line = written.trim();
    if (ABOUT_KEY.test(line)) continue;
    for (let at = 0; at < line.length; at += MOST) {
      const piece = line.slice(at, at + MOST);
      if (piece.length >= LEAST) yield piece;
    }
  }
}

/** The secrets of one run, or of one machine of it. */
export function secretPool(): SecretPool {
  /** By their first letters, so that the time for a text does not grow with the number of secrets. */
  const byStart = new Map<string, Set<string>>();
  const starts = new Set<string>();

  /** The longest secret that is at a place of a text, and whether what is there may become another that is longer. */
  function look(text: string, at: number): { length: number; open: boolean } {
    const left = text.length - at;
    if (left < LEAST) return { length: 0, open: starts.has(text.slice(at)) };
    const rest = left < MOST ? text.slice(at) : '';
    let [length, open] = [0, false];
    for (const secret of byStart.get(text.slice(at, at + LEAST)) ?? []) {
      if (left >= secret.length) {
        if (secret.length > length && text.startsWith(secret, at)) length = secret.length;
      } else open ||= secret.startsWith(rest);
    }
    return { length, open };
  }

  function stream(): Redactor {
    let rest = '';
    /** Letters of the rest that a secret before them covers, and whether its mask is already there. */
    let [covered, masked] = [0, false];
    const take = (text: string, last: boolean): string => {
      let out = '';
      let plain = 0;
      let at = 0;
      for (; at < text.length; at += 1) {
        const { length, open } = look(text, at);
        if (open && !last) break;
        covered = Math.max(covered, at + length);
        if (at < covered) {
          out += text.slice(plain, at);
          plain = at + 1;
          if (!masked) out += MASK;
          masked = true;
        } else masked = false;
      }
      out += text.slice(plain, at);
      rest = text.slice(at);
      covered = Math.max(0, covered - at);
      return out;
    };
    return {
      push: (text) => take(rest + text, false),
      end(cut) {
        const last = rest;
        rest = '';
        if (!cut || last === '') return take(last, true);
        return masked ? '' : MASK;
      },
    };
  }

  return {
    add(secrets) {
      for (const secret of secrets)
        for (const piece of piecesOf(secret)) {
          const start = piece.slice(0, LEAST);
          const known = byStart.get(start) ?? new Set<string>();
          byStart.set(start, known.add(piece));
          for (let letters = 1; letters < LEAST; letters += 1) starts.add(piece.slice(0, letters));
        }
    },
    stream,
    hide(text, cut = false) {
      const whole = stream();
      return whole.push(text) + whole.end(cut);
    },
  };
}
