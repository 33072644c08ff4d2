/**
 * What a line of a shell may mean besides what it looks like: with quotes, escapes and joined lines taken away and the
 * blanks and braces of the shell spelled out (POSIX XCU §2.2, bash "ANSI-C Quoting" and "Brace Expansion"). Only what
 * the line itself says is read; what variables, programs and files hold is not (docs/command-filters.md).
 */

/** Quotes within quotes, as in `sh -c "…"`, are read this deep. */
const DEPTH = 3;
/** Brace expressions spelled out in one line. */
const MAX_BRACES = 16;
/** A reading longer than this is left as it is: spelled-out braces can multiply. */
const MAX_LENGTH = 128 * 1024;

/** All readings of a line, the line itself first. At most seven, and as many again where PowerShell is given an encoded command. */
export function readings(line: string): string[] {
  const found = new Set([line]);
  let now = line.replace(/\\\r?\n/g, '');
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const before = now;
    found.add(withBraces(withBlanks(now)));
    now = unquoted(withBlanks(now));
    found.add(withBlanks(now));
    if (now === before) break;
  }
  for (const reading of [...found]) found.add(decoded(reading));
  return [...found];
}

/** The parameter and its short forms, with every dash that PowerShell takes for one (about_PowerShell_exe, "-EncodedCommand"). */
const ENCODED = /([-/\u2013-\u2015]e[a-z]{0,13}\s+)([a-z0-9+/]{4,}={0,2})/gi;

/** What a line of PowerShell says in base64 of UTF-16 instead of in words: all of it stands in the line. */
const decoded = (text: string): string =>
  /powershell|pwsh/i.test(text)
    ? text.replace(ENCODED, (_all, parameter: string, code: string) => parameter + Buffer.from(code, 'base64').toString('utf16le'))
    : text;

/** `$IFS` stands for a blank unless somebody changed it. */
const withBlanks = (text: string): string => text.replace(/\$IFS(?![A-Za-z0-9_])|\$\{IFS[^}]{0,64}\}/g, ' ');

/** One layer of quoting taken away. A quote that is not closed reaches to the end. */
function unquoted(text: string): string {
  if (!/['"\\]/.test(text)) return text;
  let out = '';
  let double = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '\\') {
      at += 1;
      // Joined with the next line inside double quotes and out of them.
      if (next !== '\n') out += next;
    } else if (char === '"') double = !double;
    else if (char === '$' && !double && next === '"') continue;
    else if (char === '$' && !double && next === "'") {
      const end = closing(text, at + 2);
      out += spelledOut(text.slice(at + 2, end));
      at = end;
    } else if (char === "'" && !double) {
      const end = text.indexOf("'", at + 1);
      out += text.slice(at + 1, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end;
    } else out += char;
  }
  return out;
}

/** Where the quote of `$'…'` ends: escaped ones do not end it. */
function closing(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === "'") return at;
  }
  return text.length;
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', v: '\v' };

/** The escapes of `$'…'`. */
const spelledOut = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|([\s\S]))/g,
    (_all, hex?: string, short?: string, long?: string, octal?: string, control?: string, other = '') => {
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return ofCode(Number.parseInt(digits, 16));
      if (octal !== undefined) return ofCode(Number.parseInt(octal, 8) & 0xff);
      if (control !== undefined) return ofCode(control.charCodeAt(0) & 0x1f);
      return LETTERS[other] ?? other;
    },
  );

const ofCode = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const ENDS_WORD = /[\s;|&()<>]/;

/** Braces with commas as the words they stand for, innermost first: `{a,b}` is `a b`, `x{a,b}y` is `xay xby`. */
function withBraces(line: string): string {
  let text = line;
  let from = 0;
  for (let done = 0; done < MAX_BRACES && text.length <= MAX_LENGTH; done += 1) {
    const close = text.indexOf('}', from);
    if (close < 0) break;
    const open = text.lastIndexOf('{', close);
    const inner = text.slice(open + 1, close);
    if (open < 0 || !inner.includes(',') || /\s/.test(inner) || text.charAt(open - 1) === '$') {
      from = close + 1;
      continue;
    }
    let start = open;
    while (start > 0 && !ENDS_WORD.test(text.charAt(start - 1))) start -= 1;
    let end = close + 1;
    while (end < text.length && !ENDS_WORD.test(text.charAt(end))) end += 1;
    const [before, after] = [text.slice(start, open), text.slice(close + 1, end)];
    const words = inner.split(',').map((part) => before + part + after);
    if ((before.length + after.length) * words.length > MAX_LENGTH) break;
    text = text.slice(0, start) + words.join(' ') + text.slice(end);
    from = start;
  }
  return text;
}
