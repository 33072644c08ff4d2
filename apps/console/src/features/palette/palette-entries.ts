/** What the palette offers, and how well it fits what was typed. Pure. */

export type PaletteGroup = 'recent' | 'objects' | 'screens' | 'actions' | 'connect' | 'manual';

export interface PaletteEntry {
  /** Unique; also what is remembered among the recent ones. */
  id: string;
  group: PaletteGroup;
  title: string;
  /** Where it belongs: the view of a screen, the kind of an object. */
  detail?: string;
  /** More words it is found by, such as its name in English. */
  also?: string;
  /** How well a connection fits what names its asset; whoever found it knows. */
  fit?: number | undefined;
  /** Address in the app; actions have none. */
  to?: string;
  run?: () => void;
}

/** Entries of one group at most, so that no group hides the others. */
const PER_GROUP = 8;

const WORD_START = /[\s/\-_.:：（(]/;

/**
 * How well a text fits the words: 0 the same, 1 begins so, 2 a word of it begins so, 3 contains it, 4 its letters come in this
 * order; undefined when it does not fit. Chinese and Japanese are found by any part, as they have no word starts.
 */
export function matchScore(text: string, words: string): number | undefined {
  const [have, want] = [text.toLowerCase(), words.toLowerCase()];
  if (have === want) return 0;
  const at = have.indexOf(want);
  if (at === 0) return 1;
  if (at > 0) {
    for (let from = at; from > 0; from = have.indexOf(want, from + 1)) if (WORD_START.test(have[from - 1] ?? '')) return 2;
    return 3;
  }
  // Letters in order find "asset permissions" by "aperm"; of one or two letters nearly everything would be found.
  if (want.length < 3) return undefined;
  let place = -1;
  for (const letter of want) {
    if (letter === ' ') continue;
    place = have.indexOf(letter, place + 1);
    if (place < 0) return undefined;
  }
  return 4;
}

/** The best fit of title, group of words and place; the title counts most. */
function score(entry: PaletteEntry, words: string): number | undefined {
  const title = matchScore(entry.title, words);
  const also = entry.also === undefined ? undefined : matchScore(entry.also, words);
  const detail = entry.detail === undefined ? undefined : matchScore(entry.detail, words);
  const found = [title, also === undefined ? undefined : also + 0.5, detail === undefined || detail > 3 ? undefined : detail + 2.5];
  const fits = found.filter((value) => value !== undefined);
  return fits.length > 0 ? Math.min(...fits) : undefined;
}

/**
 * What is shown for the words, best first inside each group, groups by their best entry. Without words: the recent ones, then
 * everything that is no object. Objects and connections were found by the server and stay in its order.
 */
export function rankEntries(entries: readonly PaletteEntry[], words: string): PaletteEntry[] {
  const typed = words.trim();
  const fitting = entries.flatMap((entry) => {
    // Whoever has not asked anything wants to go somewhere.
    if (typed === '' && entry.group === 'manual') return [];
    if (typed === '') return [{ entry, value: entry.group === 'recent' ? 0 : 1 }];
    if (entry.group === 'objects') return [{ entry, value: matchScore(entry.title, typed) ?? 3 }];
    if (entry.group === 'connect') return [{ entry, value: entry.fit ?? 3 }];
    const value = score(entry, typed);
    return value === undefined ? [] : [{ entry, value }];
  });
  // What is both recent and something else is shown once, as what it is, unless nothing was typed.
  const known = new Set(
    fitting.filter(({ entry }) => (entry.group === 'recent') === (typed === '')).map(({ entry }) => entry.to ?? entry.id),
  );
  const once = fitting.filter(({ entry }) => (entry.group === 'recent') === (typed === '') || !known.has(entry.to ?? entry.id));
  const groups = Map.groupBy(once, ({ entry }) => entry.group);
  return [...groups.values()]
    .map((group) => (group[0]?.entry.group === 'connect' ? group : group.toSorted((a, b) => a.value - b.value)).slice(0, PER_GROUP))
    .sort((a, b) => (a[0]?.value ?? 9) - (b[0]?.value ?? 9))
    .flatMap((group) => group.map(({ entry }) => entry));
}

/** The recent ones with this one first; without double ones, and not too many. */
export function addRecent(recent: readonly PaletteEntry[], entry: PaletteEntry, most = 6): PaletteEntry[] {
  if (!entry.to) return [...recent];
  const kept: PaletteEntry = { id: `recent ${entry.to}`, group: 'recent', title: entry.title, to: entry.to };
  if (entry.detail !== undefined) kept.detail = entry.detail;
  return [kept, ...recent.filter((one) => one.to !== entry.to)].slice(0, most);
}
