import type { Preferences } from './preferences.ts';

/** Rights of the session's permission on the clipboard (docs/wire/components.md#the-terminal-socket). */
export interface ClipboardRights {
  copy: boolean;
  paste: boolean;
}

export interface ClipboardWiring {
  rights(): ClipboardRights;
  readOnly(): boolean;
  preferences(): Preferences;
  selection(): string;
  onPaste(text: string): void;
  onRefused(what: 'copy' | 'paste'): void;
}

export interface ClipboardGuard {
  /** Copies the selection when the session allows it. */
  copy(): void;
  /** The selection changed. */
  selected(): void;
  dispose(): void;
}

const SELECT_MS = 150;

/**
 * Takes the clipboard over from the emulator: every way in ends in `onPaste`, every way out asks the rights of the
 * session first. Listens in the capture phase, before the emulator's own handlers.
 */
export function guardClipboard(box: HTMLElement, wiring: ClipboardWiring): ClipboardGuard {
  let last = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const take = (text: string): void => {
    if (text === '' || wiring.readOnly()) return;
    if (wiring.rights().paste) wiring.onPaste(text);
    else wiring.onRefused('paste');
  };
  const put = (text: string): void => {
    // Without focus or outside a secure context the browser refuses; the selection stays and the copy event still works.
    void navigator.clipboard?.writeText(text).catch(() => undefined);
  };
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent): void => {
    stop(event);
    take(event.clipboardData?.getData('text/plain') ?? '');
  };
  const onCopy = (event: ClipboardEvent): void => {
    stop(event);
    const text = wiring.selection();
    if (text === '') return;
    if (wiring.rights().copy) event.clipboardData?.setData('text/plain', text);
    else wiring.onRefused('copy');
  };
  const onMenu = (event: MouseEvent): void => {
    if (!wiring.preferences().quickPaste || event.ctrlKey) return;
    stop(event);
    const read = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'));
    read.then(take, () => take(last));
  };
  const onDrop = (event: DragEvent): void => {
    stop(event);
    take(event.dataTransfer?.getData('text/plain') ?? '');
  };
  const onDrag = (event: DragEvent): void => {
    if (!wiring.rights().copy) event.preventDefault();
  };

  const ears = new AbortController();
  const listening = { capture: true, signal: ears.signal };
  box.addEventListener('paste', onPaste, listening);
  box.addEventListener('copy', onCopy, listening);
  box.addEventListener('cut', onCopy, listening);
  box.addEventListener('contextmenu', onMenu, listening);
  box.addEventListener('drop', onDrop, listening);
  box.addEventListener('dragstart', onDrag, listening);

  return {
    copy() {
      const text = wiring.selection();
      if (text === '') return;
      if (wiring.rights().copy) put(text);
      else wiring.onRefused('copy');
    },
    selected() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const text = wiring.selection();
        if (text === '' || !wiring.rights().copy) return;
        last = text;
        if (wiring.preferences().copyOnSelect) put(text);
      }, SELECT_MS);
    },
    dispose() {
      clearTimeout(timer);
      ears.abort();
    },
  };
}
