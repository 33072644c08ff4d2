import { useMemo } from 'react';
import { type Entered, marksOf } from './marks.ts';

interface MarksProps {
  commands: readonly Entered[];
  duration: number;
  onJump: (seconds: number) => void;
}

/** Commands on the bar of a recording. The mouse's way to them: keys have n and p, and the list beside the player reads them out. */
export function Marks({ commands, duration, onJump }: MarksProps) {
  const marks = useMemo(() => marksOf(commands, duration), [commands, duration]);
  return (
    <div className="pt-marks" aria-hidden="true">
      {marks.map(({ place, at, title }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: what the keys do is said above
        <span key={place} style={{ left: `${place}%` }} title={title} onClick={() => onJump(at)} />
      ))}
    </div>
  );
}
