import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that stays the same function and always runs the newest version, so that memoised rows are not drawn again for it. */
export function useHandler<A extends unknown[], T>(handler: (...given: A) => T): (...given: A) => T {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
