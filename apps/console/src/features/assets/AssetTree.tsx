import type { TreeNode } from '@postern/contract/wire';
import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useRunAction } from '../../screens/data/useRunAction.ts';
import type { Row } from '../../screens/model/resource.ts';
import { bareName } from '../../screens/model/tree.ts';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';
import { useNodeTree } from '../../screens/tree/useNodeTree.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { http } from '../../session/http.ts';

interface Props {
  /** Draws the assets below their nodes. */
  withAssets?: boolean;
  /** Nodes can be made, renamed and deleted. */
  editable?: boolean;
  /** Query values for the list beside the tree; empty when nothing is picked. */
  onPick: (query: Readonly<Record<string, string>>) => void;
}

const AssetPicker = lazy(() => import('./AssetPicker.tsx').then((module) => ({ default: module.AssetPicker })));

const uuidOf = (node: TreeNode): string => String(node.meta.data?.id ?? node.id);

/** The tree of nodes and, if asked for, their assets (shell §13). A pick narrows the list beside it. */
export function AssetTree({ withAssets = false, editable = false, onPick }: Props) {
  const { t } = useTranslation('screens');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const runAction = useRunAction();
  const [params] = useSearchParams();
  const tree = useNodeTree(`assets/nodes/children/tree/?assets=${withAssets ? 1 : 0}`);
  const [selected, setSelected] = useState<string>();
  const [editing, setEditing] = useState<{ node: TreeNode; create: boolean }>();
  const [moving, setMoving] = useState<{ node: TreeNode; add: boolean }>();
  const client = useQueryClient();
  const preset = params.get('node_id');

  const pick = (node: TreeNode | undefined) => {
    setSelected(node?.id);
    if (!node) onPick({});
    else onPick(node.meta.type === 'asset' ? { asset_id: node.id } : { node_id: uuidOf(node) });
  };
  const presetKey = preset ? tree.nodes.find((node) => uuidOf(node) === preset)?.id : undefined;

  const save = async (value: string) => {
    if (!editing) return;
    const { node, create } = editing;
    const done = await runAction(() =>
      create ? http.post(`assets/nodes/${uuidOf(node)}/children/`, { value }) : http.patch(`assets/nodes/${uuidOf(node)}/`, { value }),
    );
    if (!done) return;
    setEditing(undefined);
    await tree.refresh();
  };
  const move = async (assets: Row['id'][]) => {
    if (!moving) return;
    const { node, add } = moving;
    if (!(await runAction(() => http.put(`assets/nodes/${uuidOf(node)}/assets/${add ? 'add' : 'remove'}/`, { assets })))) return;
    setMoving(undefined);
    toast.success(t(add ? 'tree.assetsAdded' : 'tree.assetsRemoved', { name: bareName(node.name) }));
    await Promise.all([tree.refresh(), client.invalidateQueries({ queryKey: ['list'] })]);
  };
  const onMenu = (key: string, node: TreeNode) => {
    if (key === 'delete') void remove(node);
    else if (key === 'addAssets' || key === 'removeAssets') setMoving({ node, add: key === 'addAssets' });
    else setEditing({ node, create: key === 'create' });
  };
  const remove = async (node: TreeNode) => {
    const question = {
      title: t('tree.deleteTitle', { name: bareName(node.name) }),
      text: t('tree.deleteText'),
      verb: t('tree.delete'),
      danger: true,
    };
    if (!(await runAction(() => http.del(`assets/nodes/${uuidOf(node)}/`), { question }))) return;
    pick(undefined);
    toast.success(t('delete.done', { name: bareName(node.name) }));
    await tree.refresh();
  };
  return (
    <>
      <NodeTree
        tree={tree}
        selected={selected ?? presetKey}
        onSelect={pick}
        {...(editable && !isRoot
          ? {
              menu: (node: TreeNode) =>
                node.meta.type === 'node'
                  ? [
                      { key: 'create', label: t('tree.create'), disabled: !can('assets.add_node') },
                      { key: 'rename', label: t('tree.rename'), disabled: !can('assets.change_node') || node.pId === '' },
                      { key: 'addAssets', label: t('tree.addAssets'), disabled: !can('assets.change_assetnodes') },
                      { key: 'removeAssets', label: t('tree.removeAssets'), disabled: !can('assets.change_assetnodes') },
                      { key: 'delete', label: t('tree.delete'), danger: true, disabled: !can('assets.delete_node') || node.pId === '' },
                    ]
                  : [],
              onMenu,
            }
          : {})}
      />
      {moving && (
        <Suspense>
          <AssetPicker
            title={t(moving.add ? 'tree.addAssetsTitle' : 'tree.removeAssetsTitle', { name: bareName(moving.node.name) })}
            verb={t(moving.add ? 'action.add' : 'action.remove')}
            danger={!moving.add}
            {...(moving.add ? { tree: (pick) => <AssetTree onPick={pick} /> } : { nodeId: uuidOf(moving.node) })}
            onPick={move}
            onClose={() => setMoving(undefined)}
          />
        </Suspense>
      )}
      {editing && (
        <NodeDialog
          title={t(editing.create ? 'tree.create' : 'tree.rename')}
          start={editing.create ? '' : bareName(editing.node.name)}
          onSave={save}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function NodeDialog({
  title,
  start,
  onSave,
  onClose,
}: {
  title: string;
  start: string;
  onSave: (value: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('screens');
  const [value, setValue] = useState(start);
  const [busy, setBusy] = useState(false);
  // A slash would break the full path of the node (contract/assets.md §4).
  const valid = value.trim() !== '' && !value.includes('/');
  const save = async () => {
    if (!valid) return;
    setBusy(true);
    await onSave(value.trim());
    setBusy(false);
  };
  return (
    <Modal
      open
      title={title}
      width={480}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      onCancel={onClose}
      onOk={() => void save()}
      okButtonProps={{ disabled: !valid }}
      confirmLoading={busy}
    >
      <Input
        autoFocus
        value={value}
        maxLength={128}
        placeholder={t('tree.name')}
        aria-label={t('tree.name')}
        status={value.includes('/') ? 'error' : ''}
        onChange={(event) => setValue(event.target.value)}
        onPressEnter={() => void save()}
      />
    </Modal>
  );
}
