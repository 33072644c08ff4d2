import { useSyncExternalStore } from 'react';

/** Pixels of a character where nothing can be measured: of Latin letters, and of writing that fills its square. */
const GUESS = { narrow: 7.5, wide: 13 } as const;

const known = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;
let family = '';
let version = 0;

/** Pixels that a text takes in a table, in the weight of heads (600) or of buttons (400), of 13 px (table-rows.css). */
export function textWidth(text: string, weight: 400 | 600): number {
  const key = `${weight} ${text}`;
  let width = known.get(key);
  if (width === undefined) {
    width = measured(text, weight);
    known.set(key, width);
  }
  return width;
}

function measured(text: string, weight: number): number {
  // Some places that draw a page have no canvas.
  if (pen === undefined) pen = typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!pen) return [...text].reduce((sum, letter) => sum + (letter < '\u2e80' ? GUESS.narrow : GUESS.wide), 0);
  family ||= getComputedStyle(document.body).fontFamily;
  pen.font = `${weight} 13px ${family}`;
  return Math.ceil(pen.measureText(text).width);
}

function onFonts(changed: () => void): () => void {
  const loaded = (): void => {
    known.clear();
    family = '';
    version += 1;
    changed();
  };
  document.fonts?.addEventListener('loadingdone', loaded);
  return () => document.fonts?.removeEventListener('loadingdone', loaded);
}

/** Changes when a font has come: what was measured before it was measured in another one. */
export const useFontVersion = (): number => useSyncExternalStore(onFonts, () => version);
