/** Private modes that switch to the alternate screen, where full-screen programs live (xterm control sequences, DECSET 47, 1047, 1049). */
const ALTERNATE = new Set(['47', '1047', '1049']);
/** A mode sequence is never longer than this; that much of a chunk's end is looked at again with the next chunk. */
const CARRY = 24;

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are the subject here
const MODE = /\x1b(?:c|\[\?([0-9;]{1,16})([hl]))/g;

export interface ScreenMode {
  alternate: boolean;
  /** Switches so far, also those that one chunk of output took back. */
  switches: number;
  carry: string;
}

export const NORMAL_SCREEN: ScreenMode = { alternate: false, switches: 0, carry: '' };

/** Follows the alternate screen through one chunk of output. Costs one native search when there is no escape in it. */
export function followScreen(mode: ScreenMode, bytes: Buffer): ScreenMode {
  if (mode.carry === '' && bytes.indexOf(0x1b) < 0) return mode;
  const text = mode.carry + bytes.toString('latin1');
  let { alternate, switches } = mode;
  let end = 0;
  for (const match of text.matchAll(MODE)) {
    end = match.index + match[0].length;
    const [, modes, set] = match;
    const before = alternate;
    if (modes === undefined) alternate = false;
    else if (modes.split(';').some((one) => ALTERNATE.has(one))) alternate = set === 'h';
    if (alternate !== before) switches += 1;
  }
  const last = text.lastIndexOf('\x1b');
  const cut = last >= end && text.length - last < CARRY ? text.slice(last) : '';
  return { alternate, switches, carry: cut };
}
