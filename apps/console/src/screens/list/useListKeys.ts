import { useHandler } from '@postern/ui';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';

/** Keys that work wherever one is on the page, unless somebody is typing: `/` puts the cursor into the search box, `?` tells the keys. */
export function usePageKeys(input: RefObject<HTMLInputElement | null>, onHelp: () => void): void {
  const help = useHandler(onHelp);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // Of a list in a hidden tab nothing is to be seen.
      if (!input.current || input.current.offsetParent === null) return;
      if (event.key === '/') input.current.focus();
      else if (event.key === '?') help();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [input, help]);
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'));

interface RowKeys {
  onToggle: (key: string, range: boolean) => void;
  onOpen: (key: string) => void;
  onLook: (key: string) => void;
  /** An arrow went to this row. */
  onMove: (key: string) => void;
  /** @param by 1 for the next page, -1 for the one before */
  onPage: (by: 1 | -1) => void;
}

/** Where an arrow leads from a row; undefined for other keys. */
function target(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, last);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** Arrows move between rows and pages, space ticks, Enter opens, `p` looks at the row beside the list. Goes on the element around the rows. */
export function rowKeys({ onToggle, onOpen, onLook, onMove, onPage }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement && event.target.matches('[data-row-key]') ? event.target : undefined;
    const key = row?.dataset.rowKey;
    if (!row || key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-key]')];
    const to = target(event.key, rows.indexOf(row), rows.length - 1);
    if (to !== undefined) {
      rows[to]?.focus();
      onMove(rows[to]?.dataset.rowKey ?? key);
    } else if (event.key === ' ') onToggle(key, event.shiftKey);
    else if (event.key === 'Enter') onOpen(key);
    else if (event.key === 'p') onLook(key);
    else if (event.key === 'ArrowRight') onPage(1);
    else if (event.key === 'ArrowLeft') onPage(-1);
    else return;
    event.preventDefault();
  };
}
