/** What a command group looks for, as one regular expression (contract/acls.md §5). */

export type GroupType = 'command' | 'regex';

// Every character that means something in Go, Python or JavaScript expressions.
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A line of words: blanks are any blanks; a single word stands alone, so that `rm` does not find `farm`. */
function linePattern(line: string): string {
  const words = line.split(/\s+/).map(escaped);
  if (words.length > 1) return words.join('\\s+');
  return `\\b${words[0] ?? ''}${/[A-Za-z]$/.test(line) ? '\\b' : ''}`;
}

export function commandPattern(type: GroupType, content: string): string {
  if (type === 'regex') return content;
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(linePattern)
    .join('|');
}

/** Whether an engine can read a pattern at all. One that none can read would match nothing where it is enforced by others. */
export function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
