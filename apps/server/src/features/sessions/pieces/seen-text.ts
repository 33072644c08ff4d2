/** What was on the screen, in blocks that are found by their words and by the second in which they were first seen. */
export interface Block {
  /** Whole seconds from the start of the recording. */
  at: number;
  text: string;
}

/** Characters of a line, of a block, and of a recording that are kept. Beyond that it is found by what came before. */
const MAX_LINE = 500;
const MAX_BLOCK = 1_500;
const MAX_ALL = 512 * 1024;
/** Lines that are remembered, so that what stays on the screen, or comes again, is kept once. */
const MAX_KNOWN = 20_000;
/** Seconds that one block is about. */
const SPAN = 5;
const WORD = /[\p{L}\p{N}]{2}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a database takes no zero, and nobody searches for the others
const CONTROL = /[\0-\x1f\x7f]/g;

export interface SeenText {
  line(at: number, text: string): void;
  /** All blocks, once there are no more lines. */
  blocks(): readonly Block[];
}

export function createSeenText(): SeenText {
  const known = new Set<string>();
  const blocks: Block[] = [];
  let lines: string[] = [];
  let length = 0;
  let from = 0;
  let all = 0;

  function close(): void {
    if (lines.length > 0) blocks.push({ at: Math.floor(from), text: lines.join('\n') });
    lines = [];
    length = 0;
  }

  return {
    line(at, given) {
      const text = given.replaceAll(CONTROL, '').trim().slice(0, MAX_LINE).toWellFormed();
      if (!WORD.test(text) || known.has(text) || known.size >= MAX_KNOWN || all + text.length > MAX_ALL) return;
      known.add(text);
      if (at - from > SPAN || length + text.length > MAX_BLOCK) close();
      if (lines.length === 0) from = at;
      lines.push(text);
      length += text.length + 1;
      all += text.length;
    },
    blocks() {
      close();
      return blocks;
    },
  };
}
