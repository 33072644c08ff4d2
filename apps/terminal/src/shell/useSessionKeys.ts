import { useKeys } from './useKeys.ts';
import { useReaderMode } from './useReaderMode.ts';

const focusFirst = (...places: readonly string[]): void =>
  places
    .map((place) => document.querySelector<HTMLElement>(place))
    .find((found) => found !== null)
    ?.focus();

/** Out of a terminal, which keeps Tab for itself: to its tab, or to the bar below it where there are no tabs. */
export const leaveTerminal = (): void =>
  focusFirst('.pt-tabs [role="tab"][aria-selected="true"]', '.pt-pane:not([hidden]) .pt-status button');

const enterTerminal = (): void => focusFirst('.pt-pane:not([hidden]) .xterm textarea');

/** Keys of a page that shows sessions and nothing beside them. */
export function useSessionKeys(toTerminal: () => void = enterTerminal): void {
  useKeys({ tabs: leaveTerminal, terminal: toTerminal, reader: useReaderMode().toggle });
}
