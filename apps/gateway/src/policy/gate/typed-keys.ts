import { ACCEPTED, type CommandDecision, strictest } from '../command-policy.ts';
import { EMPTY_LINE, MAX_LINE, type TypedLine, typeKeys } from '../line-editor.ts';

/** Judged again with what comes next, so that nothing hides on the edge. */
const OVERLAP = MAX_LINE / 2;

/** All keys since the last Enter, whatever the screen showed meanwhile. Of a line without an end every part is judged once. */
export interface TypedKeys {
  /** @param screen which screen is on: a number that changes with each switch */
  add(keys: string, screen: number): void;
  /** Nothing was typed at all. */
  none(): boolean;
  text(): string;
  exact(): boolean;
  /** The strictest decision about any part. */
  worst(): CommandDecision;
  /** Whether the line was typed on more than one screen, the one that is on now included. */
  switched(screen: number): boolean;
  clear(): void;
}

export function createTypedKeys(judge: (text: string) => CommandDecision): TypedKeys {
  let line: TypedLine = EMPTY_LINE;
  let exact = true;
  let earlier: CommandDecision = ACCEPTED;
  let screens = new Set<number>();

  return {
    add(keys, screen) {
      screens.add(screen);
      for (let at = 0; at < keys.length; at += OVERLAP) {
        if (line.text.length > MAX_LINE - OVERLAP) {
          earlier = strictest([earlier, judge(line.text)]);
          line = { text: line.text.slice(-OVERLAP), exact: true };
        }
        line = typeKeys(line, keys.slice(at, at + OVERLAP));
        exact &&= line.exact;
      }
    },
    none: () => screens.size === 0,
    text: () => line.text.trim(),
    exact: () => exact,
    worst: () => strictest([earlier, judge(line.text.trim())]),
    switched: (screen) => screens.size > 1 || (screens.size === 1 && !screens.has(screen)),
    clear() {
      line = EMPTY_LINE;
      exact = true;
      earlier = ACCEPTED;
      screens = new Set();
    },
  };
}
