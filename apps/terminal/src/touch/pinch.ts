interface Size {
  /** What it was when the fingers came. */
  now: () => number;
  bounds: { min: number; max: number };
  /** While the fingers move. */
  onMove: (size: number) => void;
  /** They are gone. */
  onEnd: (size: number) => void;
}

/** Two fingers make what is in `box` larger and smaller, instead of the page. Answers the end of it. */
export function watchPinch(box: HTMLElement, { now, bounds, onMove, onEnd }: Size): () => void {
  let began: { distance: number; size: number } | null = null;
  let size = 0;
  const distanceOf = ({ touches: [one, other] }: TouchEvent): number =>
    one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;

  const onStart = (event: TouchEvent): void => {
    const distance = event.touches.length === 2 ? distanceOf(event) : 0;
    if (distance === 0) return;
    size = now();
    began = { distance, size };
  };
  const onDrag = (event: TouchEvent): void => {
    if (!began || event.touches.length !== 2) return;
    event.preventDefault();
    const wanted = Math.round((began.size * distanceOf(event)) / began.distance);
    const next = Math.max(bounds.min, Math.min(bounds.max, wanted));
    if (next === size) return;
    size = next;
    onMove(size);
  };
  const onLift = (event: TouchEvent): void => {
    if (!began || event.touches.length >= 2) return;
    const changed = size !== began.size;
    began = null;
    if (changed) onEnd(size);
  };
  const ears = new AbortController();
  const { signal } = ears;
  box.addEventListener('touchstart', onStart, { signal, passive: true });
  box.addEventListener('touchmove', onDrag, { signal, passive: false });
  box.addEventListener('touchend', onLift, { signal });
  box.addEventListener('touchcancel', onLift, { signal });
  return () => ears.abort();
}
