/**
 * A walk over the text of a regular expression that knows escapes and classes, and nothing else of its meaning: enough to
 * say where something is.
 */

export interface Construct {
  /** Offset in UTF-16 units. */
  at: number;
  /** `\d`, `(?=`, `[a-z]` as a whole, or one character. */
  text: string;
  /** One that stands inside a class. */
  inClass: boolean;
}

const GROUP = /^\(\?(?:<[=!]|P?<|P[=>]|[=!>|#(&R])?/;
const ESCAPE = /^\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|c[A-Za-z]|[1-9]\d{0,2}|[\s\S])/u;

/** All constructs of a pattern in their order; at most one for each character. */
export function* constructs(source: string): Generator<Construct> {
  let inClass = false;
  let classAt = -1;
  for (let at = 0; at < source.length; ) {
    const char = source.charAt(at);
    let text = char;
    if (char === '\\') {
      text = ESCAPE.exec(source.slice(at, at + 12))?.[0] ?? char;
      if (text === '\\Q') text = source.slice(at, endOfQuote(source, at));
    } else if (inClass) {
      // A bracket right after the opening one stands for itself.
      if (char === ']' && at > classAt) inClass = false;
      else if (char === '[' && source.charAt(at + 1) === ':' && source.indexOf(':]', at + 2) > 0)
        text = source.slice(at, source.indexOf(':]', at + 2) + 2);
    } else if (char === '[') {
      inClass = true;
      classAt = at + (source.charAt(at + 1) === '^' ? 2 : 1);
      yield { at, text, inClass: false };
      at += 1;
      continue;
    } else if (char === '(') text = GROUP.exec(source.slice(at, at + 5))?.[0] ?? char;
    yield { at, text, inClass };
    at += text.length;
  }
}

function endOfQuote(source: string, at: number): number {
  const end = source.indexOf('\\E', at + 2);
  return end < 0 ? source.length : end + 2;
}
