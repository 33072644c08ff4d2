import type { Page } from '@postern/contract/wire';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf, storeIds } from '../../data/api.ts';
import { takePrefetched } from '../../data/prefetched.ts';
import { readTableConfig, type TableConfig, writeTableConfig } from '../../data/table-config.ts';
import { useMetadata } from '../../data/useMetadata.ts';
import { kindOf } from '../../fields/kinds.ts';
import { filteredBy, type ListState, pageAfterRemoval, requestQuery } from '../../model/list-query.ts';
import { columnsKey, offeredColumns, readableFields, visibleColumns } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { addTag, removeTag, searchOptions, type Tag, tagsOf } from '../../model/tag-search.ts';
import { conditionsOf, configOf, type SavedView, sameConfig, type ViewConfig } from '../../model/view-config.ts';
import { collectionAt } from '../../session/http.ts';
import type { ListDefinition } from './list-definition.ts';
import { useListState } from './useListState.ts';
import { useListViews } from './useListViews.ts';
import { useSelection } from './useSelection.ts';

const NO_WIDTHS: Readonly<Record<string, number>> = {};

/**
 * Everything a list does, without drawing it. Rows and metadata are asked at the same time: the first page never waits
 * for its columns. While the next page loads the old rows stay.
 */
export function useResourceList<R extends Row>(definition: ListDefinition<R>) {
  const { resource, url = resource.url, metadataUrl = url, enabled = true, syncUrl = true, dateRange = false } = definition;
  const { t } = useTranslation('screens');
  const client = useQueryClient();

  const metadata = useMetadata(enabled ? metadataUrl : undefined);
  const fields = useMemo(() => readableFields(metadata.data), [metadata.data]);
  const options = useMemo(() => {
    const { extra = [], exclude = [], metadata: wanted = true } = definition.search ?? {};
    const words = { yes: t('value.yes'), no: t('value.no') };
    return searchOptions(wanted ? fields : {}, extra, exclude, (info) => kindOf(info.type).Filter(info, words));
  }, [fields, definition.search, t]);

  const {
    state,
    place,
    change: write,
  } = useListState(syncUrl, dateRange, useFilterKeys(options, definition.search?.extra, metadata.isPending));
  // Logs are counted as far as people read; "More than" says the rest (docs/wire/conventions.md#paging).
  const queryOf = (asked: ListState) => ({ ...requestQuery(asked, definition.query), ...(dateRange ? { count: 'capped' } : {}) });
  const rowsOf = (asked: Readonly<Record<string, string>>) => ({
    queryKey: ['list', url, asked],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      takePrefetched<Page<R> | R[]>(url, asked) ?? collectionAt<R>(url).list(asked, { signal }),
  });
  const countedIn = (asked: ListState) => {
    const { limit: _limit, offset: _offset, order: _order, ...narrowed }: Record<string, string> = queryOf(asked);
    return { url, query: narrowed };
  };
  const query = queryOf(state);
  const { onQuery } = definition;
  const asked = JSON.stringify(query);
  useEffect(() => onQuery?.(JSON.parse(asked) as typeof query), [onQuery, asked]);
  const list = useQuery({
    ...rowsOf(query),
    enabled,
    placeholderData: keepPreviousData,
    ...(definition.refetchEvery ? { refetchInterval: definition.refetchEvery } : {}),
  });
  /** The request leaves before the address changes: the two then go on side by side. */
  const change = (part: Partial<ListState>) => {
    if (enabled) void client.prefetchQuery(rowsOf(queryOf({ ...state, ...part })));
    write(part);
  };
  const { rows, total, capped, more }: ReturnType<typeof pageOf<R>> = useMemo(
    () => (list.data ? pageOf(list.data) : { rows: [], total: 0 }),
    [list.data],
  );

  const selection = useSelection(state.page, definition.onSelect);
  const { setMany, clear } = selection;
  const { preselect } = definition;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are ticked when they arrive, not again for every new version of the rule
  useEffect(() => {
    if (preselect)
      setMany(
        rows.filter(preselect).map((row) => row.id),
        true,
      );
  }, [rows]);

  const key = columnsKey(definition.name ?? resource.noun, metadataUrl);
  const [config, setConfig] = useState<TableConfig>(() => readTableConfig(key));
  const keep = (next: TableConfig) => {
    writeTableConfig(key, next);
    setConfig(next);
  };
  const views = useListViews(key, state.view ?? '');
  // Columns chosen while a view is shown belong to the view, and to nobody until it is saved.
  const [draft, setDraft] = useState<{ view: string; columns: readonly string[] | undefined }>();
  const shown = draft && draft.view === state.view ? draft.columns : (views.active?.config.columns ?? config.showColumns);
  const offered = offeredColumns(fields, definition);
  const visible = visibleColumns(offered, definition, shown);
  const current = () => configOf(state, visible, Date.now());
  useLinkedView(views.active, state, write);
  /** A view as it can be shown here: columns that this list does not offer to the person are no difference. */
  const readableOf = (saved: ViewConfig): ViewConfig => ({ ...saved, columns: visibleColumns(offered, definition, saved.columns) });

  const refresh = useCallback(async () => {
    clear();
    await client.invalidateQueries({ queryKey: ['list', url] });
  }, [client, url, clear]);

  // New conditions replace what was asked before, the sort included (docs/behaviour/lists.md#search).
  const setConditions = (conditions: Pick<ListState, 'search' | 'filters'>) => {
    clear();
    change({ ...conditions, order: '', page: 1 });
  };

  return {
    url,
    query,
    rows,
    total,
    /** There are more than `total`, which is as far as the server has counted. */
    capped: capped === true,
    /** Rows that can be paged to. */
    reachable: more ? Math.max(total, state.page * state.size + 1) : total,
    fields,
    metadata: metadata.data,
    state,
    place,
    change,
    offered,
    visible,
    widths: config.widths ?? NO_WIDTHS,
    /** Columns in their order; none restores what the screen starts with. */
    chooseColumns: (columns: readonly string[] | undefined, widths: Readonly<Record<string, number>>) => {
      const { view } = state;
      if (view !== undefined) setDraft({ view, columns });
      const showColumns = view !== undefined ? config.showColumns : columns && [...columns];
      keep({ ...(showColumns ? { showColumns } : {}), ...(Object.keys(widths).length > 0 ? { widths } : {}) });
    },
    /** Width in px; none gives the column its own again. */
    setWidth: (name: string, width: number | undefined) => {
      const { [name]: _, ...others } = config.widths ?? {};
      const widths = width === undefined ? others : { ...others, [name]: width };
      const { widths: _before, ...rest } = config;
      keep(Object.keys(widths).length > 0 ? { ...rest, widths } : rest);
    },
    options,
    tags: tagsOf(state, options),
    addTag: (field: string, value: string) => setConditions(addTag(state, field, value)),
    removeTag: (tag: Tag) => setConditions(removeTag(state, tag)),
    clearTags: () => setConditions({ search: [], filters: {} }),
    /** The filter of a column's header: one choice, instead of all other conditions (docs/behaviour/lists.md#header-filters). */
    filterBy: (name: string, value: string | undefined) =>
      setConditions({ search: [], filters: value === undefined ? {} : { [name]: value } }),
    /** How choices are counted: in the head, whose filters stand alone, and in the box, where the other conditions stay. */
    counted: { head: countedIn({ ...state, search: [], filters: {} }), box: countedIn(state) },
    filtered: filteredBy(state, definition.start?.filters),
    unmatched: definition.unmatched && filteredBy(state, definition.unmatched.filters) === 'start' ? definition.unmatched.title : undefined,
    views,
    /** What is seen now, to be saved as a view. */
    current,
    /** The active view no longer shows what was saved. */
    viewChanged: views.active !== undefined && !sameConfig(readableOf(views.active.config), current()),
    openView: (view: SavedView | undefined) => {
      clear();
      setDraft(undefined);
      const none = { order: '', search: [], filters: {} };
      change({ ...(view ? conditionsOf(view.config, Date.now()) : none), view: view?.id ?? '', page: 1 });
    },
    selection,
    selected: selection.selected,
    refresh,
    /** After rows went away: a page that emptied gives way to the one before it. */
    afterRemoval: async (count: number) => {
      const page = pageAfterRemoval(state.page, state.size, total - count);
      if (page !== state.page) change({ page });
      await refresh();
    },
    deleteSelected: async () => collectionAt<R>(url).bulkDestroy({ spm: await storeIds(selection.selected) }),
    /** First load: nothing to show yet. */
    loading: enabled && (list.isPending || metadata.isPending),
    fetching: list.isFetching,
    stale: list.isPlaceholderData,
    error: list.error ?? metadata.error,
  };
}
export type ResourceListModel<R extends Row> = ReturnType<typeof useResourceList<R>>;

/** An address that names a view and nothing else shows what the view has: it was sent by somebody. What is asked for later stays. */
function useLinkedView(active: SavedView | undefined, state: ListState, change: (part: Partial<ListState>) => void): void {
  const arrived = useRef('');
  useEffect(() => {
    if (!active || arrived.current === active.id) return;
    arrived.current = active.id;
    if (!filteredBy(state) && state.order === '') change(conditionsOf(active.config, Date.now()));
  }, [active, state, change]);
}

/** Until the metadata is there every key of the address bar may be a filter; the list must not ask twice for one link. */
function useFilterKeys(
  options: readonly { key: string }[],
  extra: readonly { key: string }[] | undefined,
  pending: boolean,
): ReadonlySet<string> | undefined {
  return useMemo(
    () => (pending ? undefined : new Set([...options, ...(extra ?? [])].map((option) => option.key))),
    [options, extra, pending],
  );
}
