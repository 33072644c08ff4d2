import type { OpenView } from './view-tabs.ts';

/**
 * Where open views are kept: for this browser tab, so that a reload (an organisation switch is one) brings them back, and for the
 * person, so that the next visit begins where the last one ended.
 */
const keyOf = (username: string): string => `openViews_${username}`;

export function loadViews(username: string): readonly OpenView[] {
  try {
    const text = sessionStorage.getItem(keyOf(username)) ?? localStorage.getItem(keyOf(username)) ?? '[]';
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isOpenView) : [];
  } catch {
    return [];
  }
}

/** The page is being left for another organisation: what its tabs still do is not kept. */
let leaving = false;

export function keepViews(username: string, views: readonly OpenView[]): void {
  if (leaving) return;
  try {
    const text = JSON.stringify(views);
    sessionStorage.setItem(keyOf(username), text);
    localStorage.setItem(keyOf(username), text);
  } catch {
    // Storage is full or forbidden: the tabs live with this page.
  }
}

/** Before another organisation is entered: what is open of single objects belongs to the one that is left. */
export function closeObjectTabs(username: string, staysOpen: (path: string) => boolean): void {
  keepViews(
    username,
    loadViews(username).filter((view) => staysOpen(view.path)),
  );
  leaving = true;
}

function isOpenView(value: unknown): value is OpenView {
  const view = value as Partial<OpenView> | null;
  return (
    typeof view?.path === 'string' &&
    /^\/(?!\/)/.test(view.path) &&
    typeof view.search === 'string' &&
    typeof view.title === 'string' &&
    typeof view.affix === 'boolean'
  );
}
