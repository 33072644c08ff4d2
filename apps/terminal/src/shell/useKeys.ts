import { useEffect, useRef } from 'react';
import { PAGE_KEYS, type PageKey } from './keys.ts';

const BY_CODE: ReadonlyMap<string, PageKey> = new Map(Object.entries(PAGE_KEYS).map(([key, { code }]) => [code, key as PageKey]));

/** Listens to keys of the page, wherever the focus is. They are taken before a terminal sees them, and not while a question is open: it has keys of its own. */
export function useKeys(actions: Readonly<Partial<Record<PageKey, () => void>>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey ? BY_CODE.get(event.code) : undefined;
      const run = key && latest.current[key];
      if (!run || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
