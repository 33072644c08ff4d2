import { type TypedLine, typeKeys } from '../line-editor.ts';
import { isEmpty, type TrackedLine } from './tracked-line.ts';

/** Lines, and characters in them, typed ahead that wait for their echo: a long paste. Beyond that the oldest counts as unread. They take 12 MB at most. */
const MAX_LINES = 32_768;
const MAX_WAITING = 512 * 1024;
/** Lines entered within this many milliseconds of each other came together; a terminal may show them out of turn. */
const TOGETHER_MS = 1_500;

/** Lines that were begun and not yet shown, in the order in which they were typed. */
export interface WaitingLines {
  all(): readonly TrackedLine[];
  first(): TrackedLine | undefined;
  last(): TrackedLine | undefined;
  /** The line being edited: the last one unless Enter was pressed on it. */
  editing(): TrackedLine | undefined;
  /** Makes room for one more. */
  makeRoom(): void;
  add(line: TrackedLine): void;
  type(line: TrackedLine, text: string): TypedLine;
  /** Takes a line off without a word about it. */
  remove(line: TrackedLine): void;
  /** Gives lines up that did not show. A line that is still being typed is not entered yet. */
  giveUp(dropped: readonly TrackedLine[]): void;
  /** A line was shown. Those before it have no echo, unless they came together with it. */
  passOver(done: TrackedLine): void;
  /** Whether another line of its paste was shown: all of it is text in an editor then, and no password. */
  wasShown(line: TrackedLine): boolean;
}

/** @param onShown a line that did not show itself, and is known all the same */
export function createWaitingLines(onShown: (line: TrackedLine) => void, onUnread: (lines: number) => void): WaitingLines {
  let lines: TrackedLine[] = [];
  let waiting = 0;
  /** The last bracketed paste of which a line was shown. */
  let shownPaste = 0;

  const wasShown = (line: TrackedLine): boolean => line.paste !== 0 && line.paste === shownPaste;

  // A paste of thousands takes them off one by one and nearly always at the front: moving the rest down is cheap, looking at each is not.
  function remove(line: TrackedLine): void {
    lines.splice(lines.indexOf(line), 1);
    waiting -= line.typed.text.length;
  }

  function takeOff(dropped: readonly TrackedLine[]): void {
    if (dropped.every((line, at) => lines[at] === line)) {
      // A new list: the one that is given up may be this one.
      lines = lines.slice(dropped.length);
      return;
    }
    const gone = new Set(dropped);
    lines = lines.filter((line) => !gone.has(line));
  }

  function giveUp(dropped: readonly TrackedLine[]): void {
    takeOff(dropped);
    let count = 0;
    for (const line of dropped) {
      waiting -= line.typed.text.length;
      if (line.entered === null || isEmpty(line.typed)) continue;
      if (wasShown(line) && line.typed.exact) onShown(line);
      else count += 1;
    }
    if (count > 0) onUnread(count);
  }

  return {
    all: () => lines,
    first: () => lines[0],
    last: () => lines.at(-1),
    editing() {
      const last = lines.at(-1);
      return last && last.entered === null ? last : undefined;
    },
    makeRoom() {
      while (lines.length >= MAX_LINES || waiting > MAX_WAITING) giveUp(lines.slice(0, 1));
    },
    add: (line) => void lines.push(line),
    type(line, text) {
      const before = line.typed.text.length;
      line.typed = typeKeys(line.typed, text);
      waiting += line.typed.text.length - before;
      return line.typed;
    },
    remove,
    giveUp,
    passOver(done) {
      if (done.paste !== 0) shownPaste = done.paste;
      const before = lines.slice(0, lines.indexOf(done));
      remove(done);
      const together = (line: TrackedLine) => line.paste === done.paste && (done.entered ?? 0) - (line.entered ?? 0) < TOGETHER_MS;
      giveUp(before.filter((line) => !together(line)));
    },
    wasShown,
  };
}
