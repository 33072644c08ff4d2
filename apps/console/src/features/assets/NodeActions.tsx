import type { Row as RowOf } from '@postern/client/api';
import type { TreeNode } from '@postern/contract/wire';
import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import type { Row } from '../../model/resource.ts';
import { bareName } from '../../model/tree.ts';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { taskOf } from '../tasks/task-log-page.ts';
import type { DrawnTree } from './AssetBrowser.tsx';
import { startOnNode } from './asset-tasks.ts';
import { type FillMode, nodeMenu } from './node-menu.ts';
import { uuidOf } from './tree-pick.ts';

const FillNode = onDemand(() => import('./FillNode.tsx').then((module) => module.FillNode));
const NodeInfo = onDemand(() => import('./NodeInfo.tsx').then((module) => module.NodeInfo));

interface Props extends DrawnTree {
  directOnly: boolean;
  onDirectOnly: ((direct: boolean) => void) | undefined;
}

const CALLS = { add: 'addAssets', remove: 'removeAssets', replace: 'replaceAssets' } as const satisfies Record<FillMode, string>;

const drawn = ({ id, key, value }: RowOf<'nodes'>, parent: TreeNode): TreeNode => ({
  id: String(key),
  name: `${value} (0)`,
  title: String(value),
  pId: parent.id,
  isParent: true,
  open: false,
  meta: { type: 'node', data: { id, key, value } },
});

/** The node tree with all that can be done to nodes; each item by its right, none in the root organisation (docs/behaviour/trees.md#node-menu). */
export function NodeActions({ tree, directOnly, onDirectOnly, ...rest }: Props) {
  const { t } = useTranslation(['tree', 'screens', 'assets']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const queries = useQueryClient();
  const runAction = useRunAction();
  const [renaming, setRenaming] = useState<TreeNode>();
  const [filling, setFilling] = useState<{ node: TreeNode; mode: FillMode }>();
  const [asked, setAsked] = useState<TreeNode>();
  if (isRoot) return <NodeTree tree={tree} {...rest} />;

  const reload = () => Promise.all([tree.refresh(), queries.invalidateQueries({ queryKey: ['list'] })]);
  const create = async (parent: TreeNode) => {
    let made: RowOf<'nodes'> | undefined;
    const done = await runAction(async () => {
      await tree.loadChildren(parent);
      made = await client.nodes.addChild(uuidOf(parent), {});
    });
    if (!done || !made) return;
    const node = drawn(made, parent);
    tree.insert(node);
    setRenaming(node);
  };
  const rename = async (node: TreeNode, value: string): Promise<boolean> => {
    if (!(await runAction(() => client.nodes.partialUpdate(uuidOf(node), { value })))) return false;
    setRenaming(undefined);
    // The keyboard goes on in the tree at once.
    void reload();
    return true;
  };
  const remove = async (node: TreeNode) => {
    const name = bareName(node.name);
    const question = {
      title: t('screens:tree.deleteTitle', { name }),
      text: t('screens:tree.deleteText'),
      verb: t('screens:tree.delete'),
      danger: true,
    };
    if (!(await runAction(() => client.nodes.destroy(uuidOf(node)), { question }))) return;
    rest.onSelect(undefined);
    toast.success(t('screens:delete.done', { name }));
    await reload();
  };
  const fill = async (ids: Row['id'][]) => {
    if (!filling) return;
    const { node, mode } = filling;
    if (!(await runAction(() => client.nodes[CALLS[mode]](uuidOf(node), { assets: ids })))) return;
    setFilling(undefined);
    toast.success(t(`filled.${mode}`, { count: ids.length, name: bareName(node.name) }));
    await reload();
  };
  const recount = () =>
    runAction(async () => {
      const task = taskOf(await client.nodes.recount());
      const href = `/core/ops/celery/task/${task}/log/`;
      toast.success(t('recounting'), { text: t('taskLog'), href, open: () => window.open(href, '_blank', 'noopener') });
    });
  const put = (node: TreeNode, parent: string) => client.nodes.moveHere(parent, { nodes: [uuidOf(node)] });
  const move = async (node: TreeNode, target: TreeNode) => {
    const [name, to] = [bareName(node.name), bareName(target.name)];
    const from = tree.nodes.find((one) => one.id === node.pId);
    const question = { title: t('moveTitle', { name, to }), text: t('moveText'), verb: t('move') };
    if (!(await runAction(() => put(node, uuidOf(target)), { question }))) return;
    const undo = async () => {
      if (from && (await runAction(() => put(node, uuidOf(from)), { done: t('moved', { name, to: bareName(from.name) }) }))) await reload();
    };
    toast.success(t('moved', { name, to }), from ? { text: t('undo'), href: '#', open: () => void undo() } : undefined);
    rest.onSelect(undefined);
    await reload();
  };
  const onMenu = (key: string, node: TreeNode) => {
    if (key === 'create') void create(node);
    else if (key === 'rename') setRenaming(node);
    else if (key === 'delete') void remove(node);
    else if (key === 'add' || key === 'replace' || key === 'remove') setFilling({ node, mode: key });
    else if (key === 'direct' || key === 'below') onDirectOnly?.(key === 'direct');
    else if (key === 'recount') void recount();
    else if (key === 'test') void runAction(() => startOnNode(key, uuidOf(node)), { done: t('assets:task.testing') });
    else if (key === 'refresh') void runAction(() => startOnNode(key, uuidOf(node)), { done: t('assets:task.refreshing') });
    else if (key === 'info') setAsked(node);
  };
  const movable = can('assets.change_node');
  const isNode = (node: TreeNode) => node.meta.type === 'node';
  return (
    <>
      <NodeTree
        {...rest}
        tree={tree}
        menu={(node) =>
          isNode(node) ? nodeMenu(node, { can, t, top: t('refused:topNode'), ...(onDirectOnly ? { directOnly } : {}) }) : []
        }
        onMenu={onMenu}
        renaming={renaming && { id: renaming.id, save: (value) => rename(renaming, value), cancel: () => setRenaming(undefined) }}
        drag={
          movable
            ? {
                mayDrag: (node) => isNode(node) && node.pId !== '',
                // Neither where it is already, nor below itself.
                mayDrop: (node, target) => isNode(target) && target.id !== node.pId && !`${target.id}:`.startsWith(`${node.id}:`),
                drop: (node, target) => void move(node, target),
              }
            : undefined
        }
      />

      {filling && (
        <FillNode
          nodeId={uuidOf(filling.node)}
          name={bareName(filling.node.name)}
          mode={filling.mode}
          onPick={fill}
          onClose={() => setFilling(undefined)}
        />
      )}
      {asked && <NodeInfo id={uuidOf(asked)} shown={asked.name} onClose={() => setAsked(undefined)} />}
    </>
  );
}
