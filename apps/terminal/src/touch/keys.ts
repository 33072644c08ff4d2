/** Keys that keyboards of phones lack, as terminals know them: by what they send. */

export const NAMED_KEYS = ['escape', 'tab', 'left', 'up', 'down', 'right'] as const;
export type NamedKey = (typeof NAMED_KEYS)[number];
export const MODIFIERS = ['ctrl', 'alt'] as const;
export type Modifier = (typeof MODIFIERS)[number];
export type Pressed = Readonly<Record<Modifier, boolean>>;

const ESC = '\u001b';
const ARROWS = { up: 'A', down: 'B', right: 'C', left: 'D' } as const;
/** What Ctrl makes of signs that are no letters. */
const CONTROLS: Readonly<Record<string, string>> = { ' ': '\0', '2': '\0', '/': '\u001f', '-': '\u001f', '?': '\u007f', '8': '\u007f' };

/** What a key sends while these are held. Programs that edit ask for arrows of another kind (`application`). */
export function sequenceOf(key: NamedKey, { ctrl, alt }: Pressed, application: boolean): string {
  if (key === 'escape') return alt ? ESC + ESC : ESC;
  if (key === 'tab') return alt ? `${ESC}\t` : '\t';
  const pressed = 1 + (alt ? 2 : 0) + (ctrl ? 4 : 0);
  if (pressed > 1) return `${ESC}[1;${pressed}${ARROWS[key]}`;
  return `${ESC}${application ? 'O' : '['}${ARROWS[key]}`;
}

function controlOf(character: string): string {
  const known = CONTROLS[character];
  if (known !== undefined) return known;
  const code = character.toUpperCase().charCodeAt(0);
  return character.length === 1 && code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : character;
}

/** What was typed while these are held. Input methods hand over several characters at once: the first of them is the key. */
export function withModifiers(text: string, { ctrl, alt }: Pressed): string {
  // A key that sends more than one character has its modifiers in what it sends.
  if ((!ctrl && !alt) || text === '' || (text.startsWith(ESC) && text.length > 1)) return text;
  const [first = '', ...rest] = text;
  return `${alt ? ESC : ''}${ctrl ? controlOf(first) : first}${rest.join('')}`;
}
