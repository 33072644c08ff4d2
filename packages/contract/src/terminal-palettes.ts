import type { PaletteId } from './preferences.ts';
import { type Text, text } from './text.ts';

const ORDER = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
type Colour = (typeof ORDER)[number];
type Ground = 'background' | 'foreground' | 'cursor' | 'cursorAccent' | 'selectionBackground';

/** The six terminal palettes. They do not follow the theme of the page: what a program paints has to look the same all day. */
export interface Palette {
  id: PaletteId;
  label: Text;
  theme: Readonly<Record<Colour | `bright${Capitalize<Colour>}` | Ground, string>>;
}

/** `colours` holds the eight normal colours, then the eight bright ones, in the order of ANSI. */
function palette(
  id: PaletteId,
  label: Text,
  background: string,
  foreground: string,
  cursor: string,
  selectionBackground: string,
  colours: string,
): Palette {
  const list = colours.split(' ');
  const named: Record<string, string> = {};
  ORDER.forEach((name, at) => {
    named[name] = list[at] ?? foreground;
    named[`bright${name[0]?.toUpperCase()}${name.slice(1)}`] = list[at + 8] ?? foreground;
  });
  const theme = { ...named, background, foreground, cursor, cursorAccent: background, selectionBackground };
  // Each of the sixteen was named above.
  return { id, label, theme: theme as Palette['theme'] };
}

export const PALETTES: readonly Palette[] = [
  palette(
    'harbour',
    text('Harbour', '海港', 'ハーバー'),
    '#11161d',
    '#d3dae3',
    '#3ecf8e',
    '#2d4560',
    '#3b4553 #f07178 #5fd38d #e6c15c #6ba7f0 #c58ff0 #58c9d6 #cfd6df #6b7786 #ff8f95 #86e8ae #f5d67f #93c2ff #d9b0ff #83e2ec #f4f7fa',
  ),
  palette(
    'ink',
    text('Ink', '墨色', 'インク'),
    '#000000',
    '#e4e4e4',
    '#ffffff',
    '#444a55',
    '#4d4d4d #ff6b68 #4fd16a #e5c454 #5c9dff #d98cf5 #43cfd6 #d9d9d9 #808080 #ff8c8a #7ce88f #f7da7d #8bb9ff #e8b2ff #7ae7ec #ffffff',
  ),
  palette(
    'moss',
    text('Moss', '苔绿', 'モス'),
    '#131a15',
    '#cfdccf',
    '#9fdc6f',
    '#33503a',
    '#3c493f #e07a6b #86c96a #d9bd62 #79a8cf #c295c9 #6cc2ad #cdd8cd #6d7d70 #f0988b #a8e58d #ecd586 #9dc6e8 #dbb3e2 #93dcc9 #f0f6f0',
  ),
  palette(
    'ember',
    text('Ember', '余烬', 'エンバー'),
    '#1c1513',
    '#e6d6c8',
    '#ff9d5c',
    '#573a2b',
    '#4b3d37 #f27a63 #a9c26a #eab65b #86a5d0 #d492b4 #7fbfb0 #e0d2c5 #857268 #ff9a86 #c6dc8c #fbcf83 #a8c2e8 #e8b2cd #a2d9cc #fbf2ea',
  ),
  palette(
    'paper',
    text('Paper', '纸张', 'ペーパー'),
    '#fbfbf8',
    '#24292f',
    '#0a7d4b',
    '#c9dcf5',
    '#24292f #b3261e #116b3c #7a5b00 #0b57c2 #8331a7 #0b6b78 #6b7280 #57606a #c9362d #1a7f4b #8a6800 #2468d0 #9643bb #117e8c #3d444d',
  ),
  palette(
    'contrast',
    text('High contrast', '高对比度', 'ハイコントラスト'),
    '#000000',
    '#ffffff',
    '#ffff00',
    '#005fcc',
    '#767676 #ff7a7a #5cff7a #ffff5c #7ab6ff #ff8cff #5cffff #ffffff #a6a6a6 #ffa3a3 #9dffae #ffffa3 #a9d0ff #ffb8ff #a3ffff #ffffff',
  ),
];

/** The palette of this id, else the first. */
export function paletteOf(id: string): Palette {
  return PALETTES.find((entry) => entry.id === id) ?? (PALETTES[0] as Palette); // the list above is never empty
}
