import type { Page } from '@postern/contract/wire';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../fields/index.tsx';
import { http } from '../../session/http.ts';
import { deleteMany, pageOf } from '../data/api.ts';
import { takeEarly } from '../data/early-answers.ts';
import { useMetadata } from '../data/useMetadata.ts';
import { readStored, writeStored } from '../data/useStored.ts';
import { isFiltered, pageAfterRemoval, requestQuery } from '../model/list-query.ts';
import { columnsKey, offeredColumns, readableFields, visibleColumns } from '../model/metadata.ts';
import type { Row } from '../model/resource.ts';
import { addTag, removeTag, searchOptions, type Tag, tagsOf } from '../model/tag-search.ts';
import type { ListDefinition } from './list-definition.ts';
import { useListState } from './useListState.ts';

const TABLE_CONFIG = 'tableConfig';

function savedColumns(key: string): string[] | undefined {
  const all = readStored(TABLE_CONFIG);
  const entry = typeof all === 'object' && all !== null ? (all as Record<string, { showColumns?: unknown }>)[key] : undefined;
  return Array.isArray(entry?.showColumns) ? entry.showColumns.filter((name): name is string => typeof name === 'string') : undefined;
}

function saveColumns(key: string, columns: readonly string[] | undefined): void {
  const all = readStored(TABLE_CONFIG);
  const config = { ...(typeof all === 'object' && all !== null ? all : {}) } as Record<string, unknown>;
  if (columns) config[key] = { showColumns: columns };
  else delete config[key];
  writeStored(TABLE_CONFIG, config);
}

/**
 * Everything a list does, without drawing it. Rows and metadata are asked at the same time: the first page never waits
 * for its columns (DESIGN §7). While the next page loads the old rows stay.
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

  const { state, change } = useListState(syncUrl, dateRange, useFilterKeys(options, definition.search?.extra, metadata.isPending));
  const query = requestQuery(state, definition.query);
  const list = useQuery({
    queryKey: ['list', url, query],
    queryFn: ({ signal }) => takeEarly<Page<R> | R[]>(url, query) ?? http.get<Page<R> | R[]>(url, { query, signal }),
    enabled,
    placeholderData: keepPreviousData,
    ...(definition.refetchEvery ? { refetchInterval: definition.refetchEvery } : {}),
  });
  const { rows, total } = list.data ? pageOf(list.data) : { rows: [] as R[], total: 0 };

  const [selected, setSelected] = useState<R['id'][]>([]);
  const { onSelect } = definition;
  useEffect(() => onSelect?.(selected), [onSelect, selected]);
  const key = columnsKey(definition.name ?? resource.noun, metadataUrl);
  const [saved, setSaved] = useState(() => savedColumns(key));
  const offered = offeredColumns(fields, definition);
  const refresh = useCallback(async () => {
    setSelected([]);
    await client.invalidateQueries({ queryKey: ['list', url] });
  }, [client, url]);

  const setConditions = (conditions: { search: string[]; filters: Readonly<Record<string, string>> }) => {
    setSelected([]);
    change({ ...conditions, page: 1 });
  };

  return {
    rows,
    total,
    fields,
    state,
    change,
    offered,
    visible: visibleColumns(offered, definition, saved),
    chooseColumns: (columns: readonly string[] | undefined) => {
      saveColumns(key, columns);
      setSaved(columns ? [...columns] : undefined);
    },
    options,
    tags: tagsOf(state, options),
    addTag: (field: string, value: string) => setConditions(addTag(state, field, value)),
    removeTag: (tag: Tag) => setConditions(removeTag(state, tag)),
    clearTags: () => setConditions({ search: [], filters: {} }),
    filtered: isFiltered(state),
    selected,
    setSelected,
    refresh,
    /** After rows went away: a page that emptied gives way to the one before it. */
    afterRemoval: async (count: number) => {
      const page = pageAfterRemoval(state.page, state.size, total - count);
      if (page !== state.page) change({ page });
      await refresh();
    },
    deleteSelected: () => deleteMany(url, selected),
    /** First load: nothing to show yet. */
    loading: enabled && (list.isPending || metadata.isPending),
    fetching: list.isFetching,
    stale: list.isPlaceholderData,
    error: list.error ?? metadata.error,
  };
}
export type ResourceListModel<R extends Row> = ReturnType<typeof useResourceList<R>>;

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
