import type { CSSProperties } from 'react';
import { clockText } from '../sessions/figures.ts';

/** Where a recording is, as wide as it will ever be: the seek bar beside it stays where it is. */
export function Position({ position, duration }: { position: number; duration: number }) {
  const total = clockText(duration);
  return (
    <span className="pt-player-time" style={{ '--pt-player-digits': 2 * total.length + 3 } as CSSProperties}>
      {clockText(position)} / {total}
    </span>
  );
}
