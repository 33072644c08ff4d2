import { useEffect } from 'react';

/** How many places are remembered: a dialog over a dialog, and the menus that they came from. */
const PLACES = 8;

interface Place {
  part: HTMLElement;
  dialog: boolean;
}

const isThere = ({ part }: Place): boolean => part.isConnected && part.checkVisibility({ visibilityProperty: true });

/**
 * When a dialog goes and takes the focus with it, the focus comes back to where it was before: people without a mouse would else begin at the top of
 * the page. Dialogs are drawn for as long as they are open, so the library, which would do this after it has hidden one, never gets to it.
 */
export function useFocusBack(): void {
  useEffect(() => {
    let places: Place[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const before = places.filter(({ part }) => part !== target && part.isConnected);
      places = [...before, { part: target, dialog: target.closest('[role="dialog"]') !== null }].slice(-PLACES);
    };
    const observer = new MutationObserver(() => {
      const last = places.at(-1);
      const lost = !document.activeElement || document.activeElement === document.body;
      if (lost && last?.dialog && !last.part.isConnected) places.findLast(isThere)?.part.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', remember);
    // The library puts its dialogs beside the application, right into the body.
    observer.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}
