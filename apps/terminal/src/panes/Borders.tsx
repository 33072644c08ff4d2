import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Split } from '../sessions/tabs-state.ts';
import { useTranslate } from '../shell/language.tsx';
import { type Border, bordersOf } from './splits.ts';
import { paneWords } from './words.ts';

/** Share of the whole for a press of an arrow key. */
const STEP = 0.03;
const BACK = { x: 'ArrowLeft', y: 'ArrowUp' } as const;
const ON = { x: 'ArrowRight', y: 'ArrowDown' } as const;

interface BordersProps {
  split: Split;
  onResize: (axis: 'x' | 'y', at: number, by: number) => void;
}

/** The lines between panes: dragged, or moved by arrow keys. */
export function Borders({ split, onResize }: BordersProps) {
  return bordersOf(split).map((border) => (
    <Line key={`${border.axis}${border.at}`} border={border} share={split[border.axis][border.at] ?? 0} onResize={onResize} />
  ));
}

function Line({ border, share, onResize }: { border: Border; share: number; onResize: BordersProps['onResize'] }) {
  const t = useTranslate();
  const { axis, at, rect } = border;
  const last = useRef(0);
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const { currentTarget } = event;
    const whole = currentTarget.parentElement?.getBoundingClientRect();
    if (!whole) return;
    const size = axis === 'x' ? whole.width : whole.height;
    currentTarget.setPointerCapture(event.pointerId);
    last.current = axis === 'x' ? event.clientX : event.clientY;
    const move = (next: globalThis.PointerEvent): void => {
      const now = axis === 'x' ? next.clientX : next.clientY;
      onResize(axis, at, (now - last.current) / size);
      last.current = now;
    };
    const stop = (): void => currentTarget.removeEventListener('pointermove', move);
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('pointerup', stop, { once: true });
    currentTarget.addEventListener('pointercancel', stop, { once: true });
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    const by = key === ON[axis] ? STEP : key === BACK[axis] ? -STEP : 0;
    if (by !== 0) onResize(axis, at, by);
  };
  const place =
    axis === 'x' ? { left: rect.left, top: rect.top, height: rect.height } : { left: rect.left, top: rect.top, width: rect.width };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window splitter, as the ARIA pattern writes it
    <div
      role="separator"
      tabIndex={0}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-label={t(paneWords.border)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={`p-grip pt-border pt-border--${axis}`}
      style={Object.fromEntries(Object.entries(place).map(([side, value]) => [side, `${value * 100}%`]))}
      onPointerDown={drag}
      // A drag leaves the focus in the terminal.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    />
  );
}
