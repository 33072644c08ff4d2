import { ApiError } from '@postern/client/http';
import type { Page } from '@postern/contract/wire';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Select, Spin } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf, storeIds } from '../screens/data/api.ts';
import { useDebounced } from '../screens/data/useDebounced.ts';
import { relatedName } from '../screens/model/metadata.ts';
import type { Row } from '../screens/model/resource.ts';
import { http } from '../session/http.ts';

const PAGE = 10;
const SCROLL_SLACK = 48;

export interface RemoteSelectProps {
  id?: string | undefined;
  url: string;
  /** Ids, or related objects as the wire gives them. Emits ids only. */
  value?: unknown;
  onChange?: ((value: unknown) => void) | undefined;
  multiple?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Ids that may not be picked, such as those already held. */
  taken?: readonly Row['id'][] | undefined;
  labelOf?: ((row: Row) => string) | undefined;
  placeholder?: string | undefined;
  clearable?: boolean | undefined;
  'aria-label'?: string | undefined;
}

const idOf = (item: unknown): Row['id'] | undefined => {
  if (typeof item === 'string' || typeof item === 'number') return item;
  if (typeof item === 'object' && item !== null) {
    const { id, pk } = item as { id?: Row['id']; pk?: Row['id'] };
    return id ?? pk;
  }
  return undefined;
};

/**
 * A select over a list URL: pages of ten near the end of the scroll, search on the server, disabled when the list may
 * not be read, names of ids it was given without a name looked up once (spec §4, shell §10).
 */
export function RemoteSelect({
  url,
  value,
  onChange,
  multiple,
  disabled,
  taken,
  labelOf = relatedName,
  clearable = true,
  ...rest
}: RemoteSelectProps) {
  const { t } = useTranslation('screens');
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const given = useMemo(
    () => (Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]),
    [value],
  );

  const pages = useInfiniteQuery({
    queryKey: ['options', url, search],
    enabled: open,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => http.get<Page<Row> | Row[]>(url, { query: { offset: pageParam, limit: PAGE, search }, signal }),
    getNextPageParam: (last, all) => (Array.isArray(last) || all.length * PAGE >= last.count ? undefined : all.length * PAGE),
  });
  const names = useNames(url, given, labelOf);
  const options = new Map<Row['id'], { value: Row['id']; label: string; disabled?: boolean }>();
  for (const row of pages.data?.pages.flatMap((answer) => pageOf(answer).rows) ?? []) {
    options.set(row.id, { value: row.id, label: labelOf(row), disabled: taken?.includes(row.id) ?? false });
  }
  const chosen = given.map(idOf).filter((id) => id !== undefined);
  const labelled = chosen.map((id) => ({ value: id, label: options.get(id)?.label ?? names.get(id) ?? String(id) }));
  const forbidden = [pages.error, names.error].some((error) => error instanceof ApiError && error.status === 403);

  return (
    <Select
      {...rest}
      mode={multiple ? 'multiple' : undefined}
      labelInValue
      value={multiple ? labelled : labelled[0]}
      disabled={disabled || forbidden}
      allowClear={clearable}
      maxTagCount={10}
      loading={pages.isFetching}
      options={[...options.values()]}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped('');
      }}
      onPopupScroll={(event) => {
        const list = event.currentTarget;
        const nearEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - SCROLL_SLACK;
        if (nearEnd && pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
      }}
      notFoundContent={pages.isFetching ? <Spin size="small" /> : pages.isError ? t('select.failed') : t('select.none')}
      onChange={(next) => {
        const items = Array.isArray(next) ? next : next ? [next] : [];
        const ids = items.map((item) => item.value);
        for (const item of items) names.remember(item.value, item.label);
        onChange?.(multiple ? ids : (ids[0] ?? null));
      }}
    />
  );
}

/** Names of the values: from the objects given, from what was picked here, else asked by stored id set. */
function useNames(url: string, given: readonly unknown[], labelOf: (row: Row) => string) {
  const [picked, setPicked] = useState<ReadonlyMap<Row['id'], string>>(new Map());
  const known = new Map(picked);
  for (const item of given) {
    const id = idOf(item);
    if (id !== undefined && typeof item === 'object' && item !== null) {
      const label = labelOf(item as Row);
      if (label !== '' && label !== String(id)) known.set(id, label);
    }
  }
  const bare = given.map(idOf).filter((id) => id !== undefined && !known.has(id)) as Row['id'][];
  const lookup = useQuery({
    queryKey: ['options-by-id', url, bare],
    enabled: bare.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const spm = await storeIds(bare);
      return pageOf(await http.get<Page<Row> | Row[]>(url, { query: { spm, offset: 0, limit: 100 }, signal })).rows;
    },
  });
  for (const row of lookup.data ?? []) known.set(row.id, labelOf(row));
  return {
    get: (id: Row['id']) => known.get(id),
    error: lookup.error,
    remember: (id: Row['id'], label: unknown) => {
      if (typeof label === 'string' && known.get(id) !== label) setPicked((map) => new Map(map).set(id, label));
    },
  };
}
