/** Keys that go to the target in one go: a run of plain text, or one key that only the target can say the effect of. */
export interface KeyStep {
  keys: string;
  special: boolean;
  /** Whether it may bring text into the line that nobody typed: completion, history, a yank. */
  brings: boolean;
}

/** A key with an effect of its own. Backspace, Ctrl+U and Ctrl+W do the same in every line editor; the marks around a paste do nothing. */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here
  /\x1b(?!\[20[01]~)(?:\[[0-9;:<=>?]*[ -/]*[@-~]|O[^\x00-\x1f]|[^[O\x00-\x1f\x80-\xff])?|[\x00-\x07\x09-\x14\x16\x18-\x1a\x1c-\x1f]/g;

/** Tab, Ctrl+N, P, R, S, X and Y, the arrows up and down, page up and down, and Alt with a key. All others move, delete or report. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here
const BRINGS = /^(?:[\t\x0e\x10\x12\x13\x18\x19]|\x1b(?:[[O][0-9;]*[AB]|\[[56]~|[^[O]|$))/;

/** Cuts keys without any Enter into steps. Nothing is left out, and everything stays in order. `keys` are bytes as Latin-1, so none changes. */
export function keySteps(keys: string): KeyStep[] {
  const steps: KeyStep[] = [];
  let from = 0;
  const plainUpTo = (to: number) => {
    if (to > from) steps.push({ keys: keys.slice(from, to), special: false, brings: false });
  };
  for (const match of keys.matchAll(SPECIAL)) {
    plainUpTo(match.index);
    steps.push({ keys: match[0], special: true, brings: BRINGS.test(match[0]) });
    from = match.index + match[0].length;
  }
  plainUpTo(keys.length);
  return steps;
}
