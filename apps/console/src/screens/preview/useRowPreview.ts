import { useHandler } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { useHref } from 'react-router';
import { PREVIEW_KEY } from '../../model/list-query.ts';
import type { Row } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';
import type { ListDefinition, RowAction } from '../list/list-definition.ts';
import type { ListPlace } from '../list/useListState.ts';
import { rowPress } from './row-press.ts';

/** A second press within this makes the first one half of a double click; what is clicked must not move away before it. */
const DOUBLE_MS = 200;

/** The element that stands for a row, where it is drawn. */
export const rowElement = (within: ParentNode | null, id: string): HTMLElement | null =>
  within?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(id)}"]`) ?? null;

/**
 * Which row of a list is looked at beside it, kept where the list keeps its state (docs/behaviour/lists.md#preview). Lists of single choices, of
 * other pages and of rows without a page have none; the middle button works wherever rows have pages.
 * @param within the element around the list and its preview
 */
export function useRowPreview<R extends Row>(
  definition: ListDefinition<R>,
  { params, write }: ListPlace,
  within: RefObject<HTMLElement | null>,
  linkOf: (row: R) => string | undefined,
) {
  const { resource, preview = definition.syncUrl ?? true, linkTo, card, onSelect } = definition;
  const queries = useQueryClient();
  const base = useHref('/').replace(/\/$/, '');
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const offered = preview && linkTo !== false && !card && !onSelect;
  const id = (offered && params.get(PREVIEW_KEY)) || undefined;

  const show = useHandler((next: string | undefined) => {
    clearTimeout(waiting.current);
    if (next === id) return;
    write((before) => {
      const after = new URLSearchParams(before);
      if (next === undefined) after.delete(PREVIEW_KEY);
      else after.set(PREVIEW_KEY, next);
      return after;
    });
  });
  const open = (row: R) => {
    const key = String(row.id);
    if (id !== undefined) return show(key);
    // Asked for while it is not yet certain that it stays a single press.
    void queries.prefetchQuery({
      queryKey: ['detail', resource.url, key],
      queryFn: ({ signal }) => collectionAt<R>(resource.url).retrieve(key, {}, { signal }),
    });
    waiting.current = setTimeout(() => show(key), DOUBLE_MS);
  };
  /** A press on a row. */
  const press = useHandler((row: R, event: MouseEvent<HTMLElement>) => {
    clearTimeout(waiting.current);
    const wanted = rowPress(event);
    const to = wanted && linkOf(row);
    if (!to) return;
    if (wanted === 'tab') window.open(base + to, '_blank', 'noopener');
    else if (offered) open(row);
  });
  return {
    id,
    press,
    show,
    /** The key `p` on a row: a look at it, and into what is shown when it is looked at already. */
    look: (row: R) => {
      if (!offered || !linkOf(row)) return;
      const key = String(row.id);
      if (key === id) within.current?.querySelector<HTMLElement>('.s-preview')?.focus();
      else show(key);
    },
    /** The keys went to another row. */
    follow: (key: string) => {
      if (id !== undefined) show(key);
    },
    /** Closes, and gives the focus back to the row. */
    close: () => {
      if (id === undefined) return;
      show(undefined);
      rowElement(within.current, id)?.focus();
    },
    /** After something was done with a row. */
    done: async (action: RowAction<R>, row: R) => {
      if (action.id === 'delete') {
        if (String(row.id) === id) show(undefined);
        queries.removeQueries({ queryKey: ['detail', resource.url, String(row.id)] });
      } else await queries.invalidateQueries({ queryKey: ['detail', resource.url, String(row.id)] });
    },
  };
}
export type RowPreviewModel<R extends Row> = ReturnType<typeof useRowPreview<R>>;
