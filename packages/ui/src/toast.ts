import { useSyncExternalStore } from 'react';

export type ToastTone = 'success' | 'info' | 'danger';

export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
  /** Something to copy, such as a request number. */
  reference?: string;
  /** What the text is about, behind it; opens its page. */
  link?: ToastLink;
  /** What can still be done about it while it is shown, such as taking it back. */
  action?: ToastAction;
}

export interface ToastAction {
  text: string;
  run: () => void;
}

export interface ToastLink {
  text: string;
  href: string;
  /** Opens the page within the app; the address alone would load the app again. */
  open: () => void;
}

const SHORT_MS = 3000;
/** Errors stay longer. */
const ERROR_MS = 5000;
/** Time to see what was done, and to take it back. */
const ACTION_MS = 10_000;

const listeners = new Set<() => void>();
let current: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

/**
 * Short messages over the page. Only one is shown: a new one replaces the old (docs/behaviour/confirmations.md#toasts). Usable outside
 * components.
 */
export const toast = {
  success: (text: string, link?: ToastLink) => show({ tone: 'success', text, ...(link ? { link } : {}) }, SHORT_MS),
  /** Done, with something that can be done about it for ten seconds. */
  undoable: (text: string, action: ToastAction, link?: ToastLink) =>
    show({ tone: 'success', text, action, ...(link ? { link } : {}) }, ACTION_MS),
  info: (text: string) => show({ tone: 'info', text }, SHORT_MS),
  error: (text: string, reference?: string) => show({ tone: 'danger', text, ...(reference ? { reference } : {}) }, ERROR_MS),
  close: () => set(undefined),
};

/** Keeps the toast while a person reads or copies from it; `release` starts the time again. */
export function holdToast(): void {
  clearTimeout(timer);
}
export function releaseToast(): void {
  if (current) timer = setTimeout(toast.close, current.action ? ACTION_MS : SHORT_MS);
}

export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function show(next: Omit<Toast, 'id'>, life: number): void {
  count += 1;
  set({ ...next, id: count });
  timer = setTimeout(toast.close, life);
}

function set(next: Toast | undefined): void {
  clearTimeout(timer);
  current = next;
  for (const listener of listeners) listener();
}
