import { useEffect, useMemo } from 'react';
import { kindOf } from '../../fields/kinds.ts';
import type { FieldMap } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { type CellLabels, cellWords } from './cell-words.ts';
import type { ListDefinition } from './list-definition.ts';
import { textWidth } from './text-width.ts';

/** Pixels that the words of each column's cells ask for, without the sides of a cell. */
export type ContentWidths = Readonly<Record<string, number>>;

/** Rows that are measured: a page may hold hundreds, and more of them change little. */
const MEASURED = 30;
/** Longer content is cut, and shown whole on hover and focus. */
const MOST = 420;
/** Beside words: the mark of a choice, or the sides of a tag and the gap to the next one. */
const MARK = 20;

/**
 * What the rows of a page ask for. Columns that draw themselves are left out, and so are times, which are drawn shorter than they are
 * written: those have a width of their own.
 */
export function contentWidths<R extends Row>(
  definition: ListDefinition<R>,
  visible: readonly string[],
  fields: FieldMap,
  rows: readonly R[],
  labels: CellLabels,
): ContentWidths {
  const found: Record<string, number> = {};
  const measured = rows.slice(0, MEASURED);
  for (const name of visible) {
    const info = fields[name];
    const { Cell, render, text } = definition.cells?.[name] ?? {};
    const kind = kindOf(info?.type ?? 'field');
    if ((Cell || render) && !text) continue;
    if (kind.exact || kind.isJson) continue;
    for (const row of measured) {
      const words = cellWords(definition, name, info, row, labels);
      const value = row[name];
      const marks = Array.isArray(value) ? value.length : info?.choices || typeof value === 'boolean' ? 1 : 0;
      found[name] = Math.max(found[name] ?? 0, Math.min(MOST, textWidth(words, 400) + marks * MARK));
    }
  }
  return found;
}

/** What each list has asked for so far, so that its columns stay where they are from page to page and from visit to visit. */
const known = new Map<string, ContentWidths>();

/**
 * The widths that a list's rows ask for, and asked for before: a column grows with longer content and never shrinks under the reader's eye.
 *
 * @param key of the list, in its language and font
 */
export function useContentWidths(key: string, measure: () => ContentWidths, given: readonly unknown[]): ContentWidths {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever measures says what it goes by
  const widths = useMemo(() => {
    const before = known.get(key) ?? {};
    const now = measure();
    const grown = Object.entries(now).filter(([name, width]) => width > (before[name] ?? 0));
    return grown.length === 0 ? before : { ...before, ...Object.fromEntries(grown) };
  }, [key, ...given]);
  useEffect(() => void known.set(key, widths), [key, widths]);
  return widths;
}
