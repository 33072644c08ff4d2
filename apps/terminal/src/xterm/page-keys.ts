import type { Terminal } from '@xterm/xterm';

/** Keys of the page itself. False keeps xterm from sending the key to the target. */
export function handleKey(event: KeyboardEvent, term: Terminal, guard: { copy(): void }, events: { onSearch(): void }): boolean {
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (!ctrl || event.altKey) return true;
  if (event.shiftKey && key === 'f') {
    if (event.type === 'keydown') {
      event.preventDefault();
      events.onSearch();
    }
    return false;
  }
  if (key === 'c' && (event.shiftKey || term.hasSelection())) {
    if (event.type === 'keydown') {
      event.preventDefault();
      guard.copy();
      term.clearSelection();
    }
    return false;
  }
  // The browser answers Ctrl+V with a paste event, which is where pastes are taken in.
  return key !== 'v';
}
