import { type CSSProperties, type RefObject, useEffect, useState } from 'react';

/** Pixels below what has the focus that the note may need. */
const ROOM_BELOW = 140;
const MAX_WIDTH = 480;

interface Note {
  lines: readonly string[];
  style: CSSProperties;
}

const HEAD = '.s-head-text, .s-sort > span';
/** A link is cut itself, so that it does not reach under the next cell. */
const LINK = ':scope > a';

/** The whole text of a cell that shows only part of it. */
function cutText(cell: Element): string | undefined {
  const text = cell.querySelector(`${HEAD}, ${LINK}`) ?? cell;
  // The lines of a head are a little less high than their letters.
  const cut = text.scrollWidth > text.clientWidth || (text !== cell && text.scrollHeight > text.clientHeight + 1);
  return cut ? (text.textContent ?? '') : undefined;
}

/** The row of a focus tells all its cut cells, each under its head; what has the focus inside of a cell tells that cell. */
function linesOf(target: Element): string[] {
  if (!target.matches('tr')) {
    const text = cutText(target.closest('td, th') ?? target);
    return text ? [text] : [];
  }
  const heads = [...(target.closest('table')?.querySelectorAll('thead tr > *') ?? [])];
  return [...target.children].flatMap((cell, at) => {
    const text = cell.matches('.s-mark, .s-actions') ? undefined : cutText(cell);
    return text ? [`${heads[at]?.querySelector(HEAD)?.textContent ?? ''}: ${text}`] : [];
  });
}

function noteOf(target: Element): Note | undefined {
  const lines = target.matches(':focus-visible') ? linesOf(target) : [];
  if (lines.length === 0) return undefined;
  const { left, top, bottom } = target.getBoundingClientRect();
  const below = bottom + ROOM_BELOW < innerHeight;
  return {
    lines,
    style: {
      left: Math.max(8, Math.min(left, innerWidth - MAX_WIDTH - 8)),
      ...(below ? { top: bottom + 4 } : { bottom: innerHeight - top + 4 }),
      maxWidth: MAX_WIDTH,
    },
  };
}

/**
 * Texts of a table that are cut off show themselves in full: while the pointer rests on them, and beside what the keys have moved the focus to,
 * until Escape. Screen readers read the whole text anyway.
 */
export function CutText({ within }: { within: RefObject<HTMLElement | null> }) {
  const [note, setNote] = useState<Note>();
  useEffect(() => {
    const table = within.current;
    if (!table) return;
    const stop = new AbortController();
    const on = { signal: stop.signal };
    const hide = () => setNote(undefined);
    const hover = ({ target }: Event) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
      if (!cell || cell.querySelector('[title]')) return;
      const text = cutText(cell);
      if (text) cell.title = text;
      else cell.removeAttribute('title');
    };
    table.addEventListener('mouseover', hover, on);
    table.addEventListener('focusin', ({ target }) => setNote(target instanceof Element ? noteOf(target) : undefined), on);
    table.addEventListener('focusout', hide, on);
    table.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), on);
    document.addEventListener('scroll', hide, { ...on, capture: true, passive: true });
    return () => stop.abort();
  }, [within]);
  if (!note) return null;
  return (
    <div className="s-cut" style={note.style} aria-hidden>
      {note.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
