import type { CastEvent, Recording } from './cast.ts';
import type { Entered } from './marks.ts';

/** Where a text was seen: seconds from the start, and the line around it. */
export interface Hit {
  at: number;
  line: string;
}

/** So many are found at most. */
export const MOST_HITS = 500;
const LINE = 120;
const ESC = '\u001b';
const BELL = '\u0007';

/** What was shown, without what moves and colours it, and when each part of it came. */
export function plainOf(events: readonly CastEvent[]): { text: string; ends: readonly number[]; times: readonly number[] } {
  const parts: string[] = [];
  const ends: number[] = [];
  const times: number[] = [];
  let length = 0;
  // A sequence may come in several events.
  let inside: 'text' | 'escape' | 'control' | 'string' = 'text';
  for (const { kind, data, time } of events) {
    if (kind !== 'o') continue;
    let part = '';
    for (const sign of data) {
      if (inside === 'control') inside = sign >= '@' && sign <= '~' ? 'text' : 'control';
      else if (inside === 'escape')
        inside = sign === '[' ? 'control' : ']PX^_'.includes(sign) ? 'string' : ' ()#'.includes(sign) ? 'escape' : 'text';
      else if (sign === ESC) inside = 'escape';
      else if (inside === 'string') inside = sign === BELL ? 'text' : 'string';
      else if (sign >= ' ' || sign === '\n' || sign === '\t') part += sign;
    }
    length += part.length;
    parts.push(part);
    ends.push(length);
    times.push(time);
  }
  return { text: parts.join(''), ends, times };
}

/** Where `wanted` stands in these events; capitals do not matter. A place is where its last sign was shown. */
export function hitsIn(events: readonly CastEvent[], wanted: string): Hit[] {
  const { text, ends, times } = plainOf(events);
  const low = text.toLowerCase();
  const needle = wanted.toLowerCase();
  // Letters that grow when they become small would move what stands behind them.
  const source = low.length === text.length ? low : text;
  const hits: Hit[] = [];
  let part = 0;
  for (let at = source.indexOf(needle); at >= 0 && hits.length < MOST_HITS; at = source.indexOf(needle, at + needle.length)) {
    const last = at + needle.length;
    while ((ends[part] ?? last) < last) part += 1;
    const begin = Math.max(source.lastIndexOf('\n', at) + 1, at - LINE / 2);
    const end = source.indexOf('\n', at);
    hits.push({ at: times[part] ?? 0, line: text.slice(begin, Math.min(end < 0 ? text.length : end, begin + LINE)).trim() });
  }
  return hits;
}

/** Where `wanted` stands in what a recording showed and in its commands, in order of time, each second once. */
export async function findIn(recording: Recording, commands: readonly Entered[], wanted: string, stopped: () => boolean): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let n = 0; n < recording.times.length && hits.length < MOST_HITS && !stopped(); n += 1) {
    hits.push(...hitsIn((await recording.piece(n)).events, wanted));
  }
  const needle = wanted.toLowerCase();
  const entered = commands.filter(({ input }) => input.toLowerCase().includes(needle)).map(({ at, input }) => ({ at, line: input }));
  const seconds = new Map<number, Hit>();
  for (const hit of [...hits, ...entered]) if (!seconds.has(Math.floor(hit.at))) seconds.set(Math.floor(hit.at), hit);
  return [...seconds.values()].sort((one, other) => one.at - other.at).slice(0, MOST_HITS);
}
