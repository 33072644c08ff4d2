/** Tabs of open views: pure list operations; `ViewTabs.tsx` keeps and draws them. */

export interface OpenView {
  path: string;
  search: string;
  title: string;
  /** Stays when all others are closed, and has no button to close it. */
  affix: boolean;
}

/** More are not kept: the oldest that is not affixed goes. */
const MAX = 12;

/** Adds a view or updates the address and title of the one that is open. The same list is returned when nothing changed. */
export function opened(views: readonly OpenView[], view: OpenView): readonly OpenView[] {
  const known = views.find((candidate) => candidate.path === view.path);
  if (known) {
    if (known.search === view.search && known.title === view.title && known.affix === view.affix) return views;
    return views.map((candidate) => (candidate === known ? view : candidate));
  }
  const next = [...views, view];
  const spare = next.length > MAX ? next.find((candidate) => !candidate.affix && candidate !== view) : undefined;
  return spare ? next.filter((candidate) => candidate !== spare) : next;
}

/** Closes one; `next` is the neighbour to show when it was the current one. An affixed one stays. */
export function closed(views: readonly OpenView[], path: string): { views: readonly OpenView[]; next: OpenView | undefined } {
  const at = views.findIndex((view) => view.path === path);
  if (views[at]?.affix) return { views, next: views[at] };
  const left = views.filter((view) => view.path !== path);
  return { views: left, next: left[Math.min(Math.max(at, 0), left.length - 1)] };
}

/** Closes all but one and the affixed ones. */
export function closedOthers(views: readonly OpenView[], path: string): readonly OpenView[] {
  return views.filter((view) => view.affix || view.path === path);
}

/** Closes what is to the right of one. */
export function closedRight(views: readonly OpenView[], path: string): readonly OpenView[] {
  const at = views.findIndex((view) => view.path === path);
  return at < 0 ? views : views.filter((view, index) => index <= at || view.affix);
}

/** Closes all but the affixed ones. */
export const closedAll = (views: readonly OpenView[]): readonly OpenView[] => views.filter((view) => view.affix);
