import type { TreeNode } from '@postern/contract/wire';

/** The asset tree as plain data: nodes by parent, what is open, and the flat list of rows a screen shows. No React. */

export interface TreeModel {
  byId: ReadonlyMap<string, TreeNode>;
  /** Children in the server's order; the key '' holds the roots. A parent without an entry was not loaded yet. */
  children: ReadonlyMap<string, readonly string[]>;
  open: ReadonlySet<string>;
  loading: ReadonlySet<string>;
  failed: ReadonlySet<string>;
}

export interface TreeRow {
  /** Unique among the rows: an asset may hang under several nodes. */
  key: string;
  node: TreeNode;
  level: number;
  open: boolean;
  loading: boolean;
  failed: boolean;
  /** Place among its siblings, from 1, and how many they are (for screen readers). */
  position: number;
  siblings: number;
}

export const EMPTY_TREE: TreeModel = { byId: new Map(), children: new Map(), open: new Set(), loading: new Set(), failed: new Set() };

export const isAsset = (node: TreeNode): boolean => node.meta.type === 'asset';
/** Kept apart per parent, since one asset may hang under several nodes. */
const entryId = (node: TreeNode): string => (isAsset(node) ? `${node.pId}\u0000${node.id}` : node.id);

const with_ = (set: ReadonlySet<string>, id: string, present: boolean): ReadonlySet<string> => {
  const next = new Set(set);
  if (present) next.add(id);
  else next.delete(id);
  return next;
};

/**
 * Adds nodes the server sent. `under` is the node that was expanded (absent for the first load); its children count as
 * loaded even when there are none. A node whose parent is unknown becomes a root.
 */
export function addNodes(model: TreeModel, nodes: readonly TreeNode[], under?: string): TreeModel {
  const byId = new Map(model.byId);
  const children = new Map(model.children);
  const fresh = new Map<string, string[]>();
  const open = new Set(model.open);
  for (const node of nodes) byId.set(entryId(node), node);
  for (const node of nodes) {
    if (entryId(node) === under) continue;
    const parent = byId.has(node.pId) && node.pId !== node.id ? node.pId : (under ?? '');
    const list = fresh.get(parent);
    if (list) list.push(entryId(node));
    else fresh.set(parent, [entryId(node)]);
  }
  for (const [parent, list] of fresh)
    children.set(parent, [...new Set([...(parent === under ? [] : (children.get(parent) ?? [])), ...list])]);
  if (under !== undefined && !fresh.has(under)) children.set(under, []);
  for (const node of nodes) if (node.open && children.has(node.id)) open.add(node.id);
  if (under !== undefined) open.add(under);
  return {
    byId,
    children,
    open,
    loading: under === undefined ? model.loading : with_(model.loading, under, false),
    failed: under === undefined ? model.failed : with_(model.failed, under, false),
  };
}

export const setOpen = (model: TreeModel, id: string, open: boolean): TreeModel => ({ ...model, open: with_(model.open, id, open) });

export const setLoading = (model: TreeModel, id: string): TreeModel => ({
  ...model,
  open: with_(model.open, id, true),
  loading: with_(model.loading, id, true),
  failed: with_(model.failed, id, false),
});

export const setFailed = (model: TreeModel, id: string): TreeModel => ({
  ...model,
  open: with_(model.open, id, false),
  loading: with_(model.loading, id, false),
  failed: with_(model.failed, id, true),
});

/** The rows on screen, top to bottom. */
export function visibleRows(model: TreeModel): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (parent: string, level: number): void => {
    const ids = model.children.get(parent) ?? [];
    ids.forEach((id, at) => {
      const node = model.byId.get(id);
      if (!node) return;
      const open = node.isParent && model.open.has(id) && model.children.has(id);
      rows.push({
        key: id,
        node,
        level,
        open,
        loading: model.loading.has(id),
        failed: model.failed.has(id),
        position: at + 1,
        siblings: ids.length,
      });
      // A cycle would need a node above itself; the depth bound keeps a broken answer from hanging the page.
      if (open && level < 64) walk(id, level + 1);
    });
  };
  walk('', 0);
  return rows;
}

/** Everything open at and below a node, or closed. Branches not loaded yet stay closed. */
export function setBranch(model: TreeModel, id: string, opened: boolean): TreeModel {
  const open = new Set(model.open);
  const walk = (at: string, depth: number): void => {
    if (opened && model.children.has(at)) open.add(at);
    else open.delete(at);
    if (depth < 64) for (const child of model.children.get(at) ?? []) if (model.byId.get(child)?.isParent) walk(child, depth + 1);
  };
  walk(id, 0);
  return { ...model, open };
}

/** Row that holds this row's children, or -1. */
export function parentRow(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 0;
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above] as TreeRow).level < level) return above;
  return -1;
}

/** The part of a long list to draw: rows that touch the view, and a few more on both sides. */
export function windowOf(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
  extra = 12,
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - extra);
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + extra) };
}
