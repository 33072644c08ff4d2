import { useSyncExternalStore } from 'react';
import type { ManualPage } from '../../model/manual-pages.ts';

/** What of the manual is open; without a heading its page from the beginning. */
export interface ManualPlace {
  page: ManualPage;
  heading?: string | undefined;
}

let place: ManualPlace | undefined;
const listeners = new Set<() => void>();

/** Opens the manual beside whatever is shown, or closes it. */
export function showManual(next: ManualPlace | undefined): void {
  place = next;
  for (const listener of listeners) listener();
}

export const useManualPlace = (): ManualPlace | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
