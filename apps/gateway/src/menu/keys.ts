/** What was typed, as far as the menu knows it. */
export type KeyName =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'tab'
  | 'back-tab'
  | 'backspace'
  | 'delete'
  | 'help'
  | 'language'
  | 'ctrl-c'
  | 'ctrl-d'
  | 'ctrl-f'
  | 'ctrl-p'
  | 'ctrl-r'
  | 'ctrl-u'
  | 'ctrl-w';
export type Key = { key: KeyName } | { key: 'text'; text: string };

/** Characters of one paste that count, and of a sequence that is not understood. */
const MAX_PASTE = 256;
const MAX_SEQUENCE = 64;
const MAX_STRING = 4096;

const PLAIN: Readonly<Record<string, KeyName>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\x7f': 'backspace',
  '\x03': 'ctrl-c',
  '\x04': 'ctrl-d',
  '\x06': 'ctrl-f',
  '\x0c': 'language',
  '\x10': 'ctrl-p',
  '\x12': 'ctrl-r',
  '\x15': 'ctrl-u',
  '\x17': 'ctrl-w',
};
/** Last characters of sequences that begin with `ESC [` or `ESC O`; of those that end with a tilde, the number. */
const FINALS: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  Z: 'back-tab',
  M: 'enter',
  P: 'help',
  Q: 'language',
};
const NUMBERS: Readonly<Record<string, KeyName>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
  11: 'help',
  12: 'language',
};
const PASTE = '200~';
const PASTE_END = '\x1b[201~';

export interface KeyReader {
  push(bytes: Uint8Array): Key[];
  /** Whether what came last may be the Escape key, or the beginning of a sequence. */
  open(): boolean;
  /** Nothing more came: it was the key. */
  settle(): Key[];
}

/** Reads keys of a terminal (ECMA-48, xterm). What it does not know is dropped, and nothing is kept without a bound. */
export function createKeyReader(): KeyReader {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let pasted: string | undefined;
  let inString = 0;
  let afterReturn = false;

  /** Takes one key off the front; undefined when there is more to come. */
  function next(keys: Key[]): boolean {
    if (pasted !== undefined) return paste(keys);
    if (inString > 0) return skipString();
    const first = rest[0];
    if (first === undefined) return false;
    if (first === '\x1b') return escaped(keys);
    const returned = afterReturn;
    afterReturn = first === '\r';
    const char = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    rest = rest.slice(char.length);
    if (first === '\n' && returned) return true;
    const known = PLAIN[first];
    if (known) keys.push({ key: known });
    else if (isText(char)) text(keys, char);
    return true;
  }

  function escaped(keys: Key[]): boolean {
    const second = rest[1];
    if (second === undefined) return false;
    if (second === '[' || second === 'O') return sequence(keys, second);
    if (']PX^_'.includes(second)) {
      rest = rest.slice(2);
      inString = MAX_STRING;
      return true;
    }
    // Escape, and another key behind it; a letter that comes with it is a chord that means nothing here.
    rest = rest.slice(second === '\x1b' || second < ' ' ? 1 : 2);
    if (second === '\x1b') keys.push({ key: 'escape' });
    return true;
  }

  function sequence(keys: Key[], kind: string): boolean {
    let at = 2;
    while (at < rest.length && (rest[at] as string) >= ' ' && (rest[at] as string) < '@') at += 1;
    const final = rest[at];
    if (final === undefined) {
      if (rest.length > MAX_SEQUENCE) rest = '';
      return false;
    }
    const inner = rest.slice(2, at);
    rest = rest.slice(at + 1);
    if (kind === '[' && `${inner}${final}` === PASTE) pasted = '';
    else {
      const [number = ''] = inner.split(';');
      // Reports of a mouse end in letters of keys, and have other marks before them.
      const plain = /^[\d;]*$/.test(inner) && (final !== 'M' || kind === 'O');
      const known = plain ? (final === '~' ? NUMBERS[number] : FINALS[final]) : undefined;
      if (known) keys.push({ key: known });
    }
    return true;
  }

  /** Strings of the terminal's own (its answers, titles) end with BEL or ST. */
  function skipString(): boolean {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here
    const end = /\x07|\x1b\\/.exec(rest.slice(0, inString));
    const gone = end ? end.index + end[0].length : Math.max(0, rest.length - (rest.endsWith('\x1b') ? 1 : 0));
    if (gone === 0) return false;
    rest = rest.slice(gone);
    inString = end ? 0 : Math.max(0, inString - gone);
    return rest.length > 0;
  }

  function paste(keys: Key[]): boolean {
    const end = rest.indexOf(PASTE_END);
    // The end may be cut in two: what could be its beginning stays.
    const cut = end === -1 ? Math.max(0, rest.length - PASTE_END.length + 1) : end;
    pasted = `${pasted}${rest.slice(0, cut)}`.slice(0, MAX_PASTE);
    rest = rest.slice(end === -1 ? cut : end + PASTE_END.length);
    if (end === -1) return false;
    const clean = [...pasted.replace(/\s+/g, ' ')].filter(isText).join('');
    pasted = undefined;
    if (clean !== '') text(keys, clean);
    return true;
  }

  return {
    push(bytes) {
      const keys: Key[] = [];
      rest += decoder.decode(bytes, { stream: true });
      while (next(keys));
      return keys;
    },
    open: () => pasted === undefined && inString === 0 && rest.startsWith('\x1b'),
    settle() {
      if (pasted !== undefined || inString > 0 || rest === '') return [];
      const alone = rest === '\x1b';
      rest = '';
      return alone ? [{ key: 'escape' }] : [];
    },
  };
}

/** Letters that come together are one key: a word is one search. */
function text(keys: Key[], more: string): void {
  const last = keys.at(-1);
  if (last?.key === 'text') last.text += more;
  else keys.push({ key: 'text', text: more });
}

/** Controls, marks that turn text round, characters that stand for undecodable bytes, and lone halves of characters are none. */
const isText = (char: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]/u.test(char);
