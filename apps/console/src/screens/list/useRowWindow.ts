import { type RefObject, useEffect, useState } from 'react';

/** Fewer rows than this are all drawn: scrolling through them costs nothing. */
const WORTH_IT = 60;
const BEYOND = 12;
const STEP = 6;

/**
 * Which rows of a long table are drawn: those in sight and a few around them. `first` to `last`, the last one not included.
 * @param height of every row
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  possible: boolean,
  height: number,
): { first: number; last: number } {
  const on = possible && count > WORTH_IT;
  const [first, setFirst] = useState(0);
  const [fits, setFits] = useState(24);
  useEffect(() => {
    const box = scroller.current;
    if (!on || !box) return;
    const look = () => {
      setFits(Math.ceil(box.clientHeight / height) + STEP);
      setFirst(Math.floor(box.scrollTop / height / STEP) * STEP);
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, [scroller, on, height]);
  if (!on) return { first: 0, last: count };
  const from = Math.max(0, Math.min(first, count - fits) - BEYOND);
  return { first: from, last: Math.min(count, Math.max(first, 0) + fits + BEYOND) };
}
