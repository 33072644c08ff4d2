import { useSyncExternalStore } from 'react';
import { SIZES } from './tokens.ts';

/** Follows a media query. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** True below 992 px, where the layout is mobile. */
export function useMobile(): boolean {
  return useMediaQuery(`(max-width: ${SIZES.mobile - 0.02}px)`);
}
