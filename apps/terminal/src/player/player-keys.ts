import type { KeyboardEvent } from 'react';

/** What the keys of a player do. */
export interface PlayerMoves {
  toggle: () => void;
  back: () => void;
  forward: () => void;
  start: () => void;
  end: () => void;
  slower: () => void;
  faster: () => void;
  nextCommand: () => void;
  previousCommand: () => void;
  fullScreen: () => void;
  find: () => void;
}

/** Keys that something else takes where it has the focus: fields take all, buttons the space bar, the bar what moves it. */
export function playerKeys(moves: PlayerMoves) {
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest('input[type="text"], [role="combobox"]')) return;
    const pressed = target.closest('button, input') !== null;
    const slides = target.closest('[role="slider"]') !== null;
    const keys: Record<string, (() => void) | undefined> = {
      ' ': pressed ? undefined : moves.toggle,
      ArrowLeft: slides ? undefined : moves.back,
      ArrowRight: slides ? undefined : moves.forward,
      Home: slides ? undefined : moves.start,
      End: slides ? undefined : moves.end,
      '<': moves.slower,
      '>': moves.faster,
      n: moves.nextCommand,
      p: moves.previousCommand,
      f: moves.fullScreen,
      '/': moves.find,
    };
    const move = keys[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
}
