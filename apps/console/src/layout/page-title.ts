import { useEffect, useSyncExternalStore } from 'react';

/** The title of the open page, when its screen knows better than the route ("Users: alice" instead of "User detail"). */

const listeners = new Set<() => void>();
let current: string | undefined;

function set(title: string | undefined): void {
  current = title;
  for (const listener of listeners) listener();
}

/** Called by a screen; shown in the tab of the browser and in the row of open views for as long as the screen is there. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    set(title);
    return () => set(undefined);
  }, [title]);
}

export function useCurrentPageTitle(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
