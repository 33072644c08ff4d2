import { useEffect } from 'react';

/** How many places are remembered: a dialog over a dialog, and the menus that they came from. */
const PLACES = 8;

interface Place {
  part: HTMLElement;
  /** That it is in. */
  dialog: Element | null;
}

/** A drawer takes the focus itself. */
const INSIDE = '[role="dialog"], .ant-drawer';
const MODAL = '[role="dialog"][aria-modal="true"]';
const isSeen = (part: Element): boolean => part.checkVisibility({ visibilityProperty: true });
const isThere = ({ part }: Place): boolean => part.isConnected && isSeen(part);

/**
 * When a dialog goes and takes the focus with it, the focus comes back to where it was before: people without a mouse would else begin at the top of
 * the page. Dialogs are drawn for as long as they are open, so the library, which would do this after it has hidden one, never gets to it.
 */
export function useFocusBack(): void {
  useEffect(() => {
    let places: Place[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const dialog = target.closest(INSIDE);
      // From the ends of a dialog Tab gets to what lies behind it, for as long as the library takes to send it back.
      if (!dialog && [...document.querySelectorAll(MODAL)].some(isSeen)) return;
      // Of a dialog the last one is enough: all of its boxes would leave no room for what opened it.
      const before = places.filter((place) => place.part !== target && place.part.isConnected && (!dialog || place.dialog !== dialog));
      places = [...before, { part: target, dialog }].slice(-PLACES);
    };
    // The Enter that sent a form would press the button that opened it, which is where the focus comes back to: it comes once the key is up.
    let isDown = false;
    const press = (): void => {
      isDown = true;
    };
    const give = (): void => {
      const last = places.at(-1);
      const lost = !document.activeElement || document.activeElement === document.body;
      if (lost && last?.dialog && !last.part.isConnected) places.findLast(isThere)?.part.focus({ preventScroll: true });
    };
    const release = (): void => {
      isDown = false;
      give();
    };
    const observer = new MutationObserver(() => {
      if (!isDown) give();
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('keydown', press, { capture: true });
    document.addEventListener('keyup', release, { capture: true });
    // What is pressed when the window loses the focus comes up elsewhere.
    window.addEventListener('blur', release);
    // The library puts its dialogs beside the application, right into the body.
    observer.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('keydown', press, { capture: true });
      document.removeEventListener('keyup', release, { capture: true });
      window.removeEventListener('blur', release);
      observer.disconnect();
    };
  }, []);
}
