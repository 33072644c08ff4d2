import type { TreeNode } from '@postern/contract/wire';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useServices } from '../shell/services.tsx';
import type { Api } from '../transport/api.ts';
import { addNodes, EMPTY_TREE, setBranch, setFailed, setLoading, setOpen, type TreeModel, type TreeRow } from './model.ts';

export type TreeKind = 'mine' | 'types';
export type TreePhase = 'loading' | 'ready' | 'failed';

const RETRY_MS = 10_000;
const RETRIES = 10;

function loadRoots(api: Api, kind: TreeKind, lazy: boolean, signal: AbortSignal): Promise<TreeNode[]> {
  if (kind === 'types') return api.typeTree({ sync: lazy ? 0 : 1 }, signal);
  return lazy ? api.treeChildren({}, signal) : api.treeAll(signal);
}

function loadBranch(api: Api, kind: TreeKind, row: TreeRow): Promise<TreeNode[]> {
  const { node } = row;
  if (kind === 'types') return api.typeTree({ sync: 0, type: String(node.meta._type ?? node.id) });
  return api.treeChildren({ key: String(node.meta.data?.key ?? node.id), n: node.name, lv: row.level });
}

type Change = (model: TreeModel) => TreeModel;

/** One asset tree: loads the roots, then branches as they are opened; a failed start is tried again ten times, ten seconds apart. */
export function useTree(kind: TreeKind, active: boolean) {
  const { api, preferences } = useServices();
  const [model, apply] = useReducer((now: TreeModel, change: Change) => change(now), EMPTY_TREE);
  const [phase, setPhase] = useState<TreePhase>('loading');
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const tries = useRef(0);
  const lazy = preferences.lazyTree;
  const [started, setStarted] = useState(active);
  if (active && !started) setStarted(true);

  useEffect(() => {
    if (!started) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Asked for again by a person, or by its own timer: `round` changes with both.
    void round;
    loadRoots(api, kind, lazy, abort.signal).then(
      (nodes) => {
        if (abort.signal.aborted) return;
        tries.current = 0;
        apply(() => addNodes(EMPTY_TREE, nodes));
        setPhase('ready');
      },
      (failure: unknown) => {
        if (abort.signal.aborted) return;
        setError(failure);
        setPhase('failed');
        tries.current += 1;
        if (tries.current <= RETRIES) timer = setTimeout(() => setRound((now) => now + 1), RETRY_MS);
      },
    );
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [api, kind, lazy, round, started]);

  const refresh = useCallback(() => {
    tries.current = 0;
    setPhase('loading');
    setRound((now) => now + 1);
  }, []);

  const load = useCallback(
    async (row: TreeRow) => {
      apply((now) => setLoading(now, row.key));
      try {
        const nodes = await loadBranch(api, kind, row);
        apply((now) => addNodes(now, nodes, row.key));
      } catch {
        apply((now) => setFailed(now, row.key));
      }
    },
    [api, kind],
  );

  const toggle = useCallback(
    (row: TreeRow, open = !row.open) => {
      if (row.loading || !row.node.isParent) return;
      if (open && !model.children.has(row.key)) void load(row);
      else apply((now) => setOpen(now, row.key, open));
    },
    [load, model.children],
  );

  /** Loads a branch again if it was loaded, such as the favourites after one was added. */
  const reload = useCallback(
    (row: TreeRow) => {
      if (model.children.has(row.key)) void load(row);
    },
    [load, model.children],
  );

  const branch = useCallback((row: TreeRow, open: boolean) => apply((now) => setBranch(now, row.key, open)), []);
  return { model, phase, error, refresh, toggle, branch, reload };
}
