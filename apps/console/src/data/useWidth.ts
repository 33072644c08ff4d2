import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels inside an element, without its scroll bar, kept up to date; 0 before it is there. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const look = () => setWidth(box.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
