/** Lines above which a paste is confirmed, unless the program takes pastes as one piece (bracketed paste). */
export const CONFIRM_LINES = 5;
/** Characters per frame of a paste: small enough that the socket's buffer stays observable between two of them. */
export const CHUNK_CHARS = 16 * 1024;
const ESC = '\u001b';

/** Number of lines a pasted text would run as; a trailing line end does not count as one more. */
export function countLines(source: string): number {
  const trimmed = source.replace(/(\r\n|\r|\n)$/, '');
  return trimmed === '' ? 0 : trimmed.split(/\r\n|\r|\n/).length;
}

/**
 * The bytes a terminal sends for a paste. Line ends become CR, as if typed. In bracketed mode the text is wrapped and
 * every ESC in it is shown instead of sent, so that text from the clipboard cannot close the bracket and run commands.
 */
export function pasteText(source: string, bracketed: boolean): string {
  const typed = source.replace(/\r\n|\n/g, '\r');
  return bracketed ? `${ESC}[200~${typed.replaceAll(ESC, '\u241b')}${ESC}[201~` : typed;
}

/** True when a person should say yes first: several commands would run one after the other. */
export function needsConfirm(source: string, bracketed: boolean): boolean {
  return !bracketed && countLines(source) > CONFIRM_LINES;
}

/** Splits text into pieces of at most `size` UTF-16 units, never inside a surrogate pair. */
export function chunkText(source: string, size: number = CHUNK_CHARS): string[] {
  const chunks: string[] = [];
  let start = 0;
  while (start < source.length) {
    let end = Math.min(start + size, source.length);
    const last = source.charCodeAt(end - 1);
    if (end < source.length && last >= 0xd800 && last <= 0xdbff) end += end - 1 > start ? -1 : 1;
    chunks.push(source.slice(start, end));
    start = end;
  }
  return chunks;
}
