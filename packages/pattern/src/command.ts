import { problemIn } from './pattern.ts';
import type { PatternProblem } from './problem.ts';

/** What a command group looks for, as one regular expression (docs/wire/access-rules.md#command-groups). */

export type GroupType = 'command' | 'regex';

// Every character that means something in expressions of Go, Python or JavaScript.
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A line of words: blanks are any blanks; a single word stands alone, so that `rm` does not find `farm`. */
function linePattern(line: string): string {
  const words = line.split(/\s+/).map(escaped);
  if (words.length > 1) return words.join('\\s+');
  return `\\b${words[0] ?? ''}${/[A-Za-z]$/.test(line) ? '\\b' : ''}`;
}

/** The pattern of a group: an expression as it is, or its commands beside each other. */
export function commandPattern(type: GroupType, content: string): string {
  if (type === 'regex') return content;
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(linePattern)
    .join('|');
}

/** Why a command group cannot be taken; undefined when it can. */
export const groupProblem = (type: GroupType, content: string): PatternProblem | undefined =>
  problemIn(commandPattern(type, content), { list: type === 'command' });
