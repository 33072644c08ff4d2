import { type RefObject, useLayoutEffect, useState } from 'react';

const LEAST = 240;
const BELOW = 32;

/** Height that is left below an element's top in the window, in px: what a scrolling part inside a page may take. Measured again when `moved` changes. */
export function useAvailableHeight(ref: RefObject<HTMLElement | null>, narrow: boolean, moved: unknown): number {
  const [height, setHeight] = useState(LEAST);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moved` is not read, it says that what stands above has changed
  useLayoutEffect(() => {
    const measure = () => {
      const top = (ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setHeight(Math.max(LEAST, Math.round(narrow ? window.innerHeight * 0.5 : window.innerHeight - top - BELOW)));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [ref, narrow, moved]);
  return height;
}
