import { addressOf } from '@postern/client/api';
import type { TreeNode } from '@postern/contract/wire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { http } from '../../session/http.ts';

const TREE = addressOf('commandStorages', 'tree');
const KEY = 'command_storage_id';
/** What of a list's request says nothing of which commands are meant. */
const NOT_CONDITIONS: ReadonlySet<string> = new Set([KEY, 'limit', 'offset', 'order', 'display', 'draw']);

/** A log, with as many commands as the conditions of the list leave. */
export interface Storage {
  id: string;
  name: string;
  type: string;
  /** Undefined while it does not answer. */
  count: number | undefined;
  /** There are more than `count`, which is as far as the server has counted. */
  more: boolean;
  valid: boolean;
}

/** `name(type)(count)` is what the tree calls it, with a plus where it was counted no further. */
function storageOf(node: TreeNode & { valid?: boolean }): Storage {
  const [, name = node.name, type = '', count = ''] = /^([\s\S]*)\(([^()]*)\)\(([^()]*)\)$/.exec(node.name) ?? [];
  const valid = node.valid !== false;
  const [, digits, more = ''] = (valid && /^(\d+)(\+?)$/.exec(count)) || [];
  return { id: node.id, name, type, count: digits === undefined ? undefined : Number(digits), more: more !== '', valid };
}

/** All storages that commands are read from, counted under the conditions of the list. */
export function useStorages(asked: Readonly<Record<string, string>>) {
  const query = useMemo(
    () => ({ real: '1', ...Object.fromEntries(Object.entries(asked).filter(([name]) => !NOT_CONDITIONS.has(name))) }),
    [asked],
  );
  const tree = useQuery({
    queryKey: ['tree', TREE, query],
    queryFn: ({ signal }) => http.get<TreeNode[]>(TREE, { query, signal }),
    placeholderData: keepPreviousData,
    // What the list asks for is known a moment later.
    enabled: Object.keys(asked).length > 0,
    retry: false,
  });
  const leaves = useMemo(() => (tree.data ?? []).filter(({ pId }) => pId === 'root').map(storageOf), [tree.data]);
  return { leaves, counting: tree.isFetching, recount: () => void tree.refetch() };
}
export type Storages = ReturnType<typeof useStorages>;

/** The chosen one, kept in the address bar; undefined for all of them. */
export function useChosenStorage(): [string | undefined, (id: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const choose = useCallback(
    (id: string | undefined) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete('page');
          if (id === undefined) after.delete(KEY);
          else after.set(KEY, id);
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params.get(KEY) ?? undefined, choose];
}
