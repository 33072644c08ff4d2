import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

interface SplitPaneProps {
  side: ReactNode;
  children: ReactNode;
  /** Local storage key that keeps width and state. */
  storeKey: string;
  labels: { resize: string; collapse: string; expand: string };
}

const MIN = 180;
const MAX = 520;
const STEP = 16;

/** A side panel (a tree) left of the content: dragged or moved with the arrow keys, collapsible, remembered. */
export function SplitPane({ side, children, storeKey, labels }: SplitPaneProps) {
  const [state, setState] = useState(() => load(storeKey));
  const update = (next: PaneState) => {
    setState(next);
    try {
      localStorage.setItem(storeKey, JSON.stringify(next));
    } catch {
      // Storage is full or forbidden: the width holds for this page only.
    }
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, clientX } = event;
    currentTarget.setPointerCapture(event.pointerId);
    const from = state.size;
    const move = (next: globalThis.PointerEvent) => update({ open: true, size: bounded(from + next.clientX - clientX) });
    const stop = () => currentTarget.removeEventListener('pointermove', move);
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('pointerup', stop, { once: true });
    currentTarget.addEventListener('pointercancel', stop, { once: true });
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (step) update({ open: true, size: bounded(state.size + step) });
  };
  const toggle = state.open ? labels.collapse : labels.expand;
  return (
    <div className={state.open ? 'p-split' : 'p-split p-split--closed'} style={{ '--p-split-size': `${state.size}px` } as CSSProperties}>
      <div className="p-split__side">{side}</div>
      <div className="p-split__handle">
        {/* biome-ignore lint/a11y/useSemanticElements: a focusable splitter is a separator with a value (WAI-ARIA window splitter), which hr is not */}
        <div
          className="p-grip p-split__bar"
          role="separator"
          aria-orientation="vertical"
          aria-label={labels.resize}
          aria-valuenow={state.size}
          aria-valuemin={MIN}
          aria-valuemax={MAX}
          tabIndex={0}
          onPointerDown={drag}
          onKeyDown={keys}
        />
        <button
          type="button"
          className="p-split__toggle"
          aria-label={toggle}
          title={toggle}
          onClick={() => update({ ...state, open: !state.open })}
        >
          {state.open ? <ChevronLeft size={12} /> : <ChevronRight size={12} />}
        </button>
      </div>
      <div className="p-split__main">{children}</div>
    </div>
  );
}

interface PaneState {
  open: boolean;
  size: number;
}

function bounded(size: number): number {
  return Math.min(MAX, Math.max(MIN, Math.round(size)));
}

function load(storeKey: string): PaneState {
  try {
    const kept = JSON.parse(localStorage.getItem(storeKey) ?? '{}') as Partial<PaneState>;
    return { open: kept.open !== false, size: bounded(typeof kept.size === 'number' ? kept.size : 260) };
  } catch {
    return { open: true, size: 260 };
  }
}
