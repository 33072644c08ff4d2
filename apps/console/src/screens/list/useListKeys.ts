import { type KeyboardEvent, type RefObject, useEffect } from 'react';

/** `/` puts the cursor into the search box, unless somebody is typing already. */
export function useSlashFocus(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!input.current || input.current.offsetParent === null) return;
      event.preventDefault();
      input.current.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Arrows move between rows, space selects, Enter opens (DESIGN §7 "keyboard first"). Goes on the element around the rows. */
export function rowKeys(onToggle: (key: string) => void, onOpen: (key: string) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement && event.target.matches('[data-row-key]') ? event.target : undefined;
    const key = row?.dataset.rowKey;
    if (!row || key === undefined) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-key]')];
      rows[rows.indexOf(row) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else if (event.key === ' ') onToggle(key);
    else if (event.key === 'Enter') onOpen(key);
    else return;
    event.preventDefault();
  };
}
