import type { MouseEvent } from 'react';

/** What has a meaning of its own inside a row. */
const OWN = 'a, button, input, label, select, textarea, summary, [role="button"], [role="switch"], .s-mark, .s-actions';

/** Text of the row was selected, which ends with a press as well. */
function hasSelected(row: HTMLElement): boolean {
  const selection = getSelection();
  return !!selection?.toString() && (row.contains(selection.anchorNode) || row.contains(selection.focusNode));
}

/**
 * What a press of the mouse on a row asks for, as with a link: its page in a tab with the middle button, Ctrl or Command, else a look at
 * it. Nothing when it was on something that has a press of its own, or one of two.
 */
export function rowPress(event: MouseEvent<HTMLElement>): 'preview' | 'tab' | undefined {
  const { currentTarget: row, target, button, detail } = event;
  // A menu of the row stands elsewhere in the page, and its events come here all the same.
  if (event.defaultPrevented || !(target instanceof Element) || !row.contains(target) || target.closest(OWN)) return undefined;
  if (button === 1 || (button === 0 && (event.ctrlKey || event.metaKey))) return 'tab';
  return button === 0 && detail <= 1 && !event.shiftKey && !event.altKey && !hasSelected(row) ? 'preview' : undefined;
}
