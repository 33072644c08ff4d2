/** Names come from elsewhere: they are shown as text, with what would not be seen, or would turn the others round, made visible. */

const HIDDEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\p{Cs}]/gu;

/** A name as it is shown. A byte that is no text is shown as that byte. */
export const visibleName = (name: string): string =>
  name.replace(HIDDEN, (mark) => {
    const code = mark.charCodeAt(0);
    const shown = code >= 0xdc80 && code <= 0xdcff ? code - 0xdc00 : code;
    return `⟨${shown.toString(16).toUpperCase().padStart(2, '0')}⟩`;
  });

const MAX_LOCAL = 200;
/** Names that are devices on Windows. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name under which something may lie on any machine of a person: in an archive, or in a folder of theirs. */
export function localName(name: string): string {
  const shown = name.replace(HIDDEN, '_').replace(/[\\/:*?"<>|]/g, '_');
  const ended = [...shown]
    .slice(0, MAX_LOCAL)
    .join('')
    .replace(/[. ]+$/, '_');
  if (ended === '') return '_';
  return DEVICES.test(ended) ? `_${ended}` : ended;
}

/** The next free name beside one that is taken: `a.txt`, `a (2).txt`. */
export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}
