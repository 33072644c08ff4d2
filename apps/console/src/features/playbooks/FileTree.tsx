import type { TreeNode } from '@postern/contract/wire';
import { Button } from 'antd';
import { ChevronDown, FilePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeTreeModel } from '../../data/useNodeTree.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { PopMenu } from '../../screens/list/PopMenu.tsx';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import type { Change } from './editor-tabs.ts';
import { NameDialog } from './NameDialog.tsx';
import { MAIN, ROOT } from './playbook-api.ts';

interface Props {
  playbook: string;
  tree: NodeTreeModel;
  readOnly: boolean;
  /** The file that is shown. */
  shown: string | undefined;
  onOpen: (path: string) => void;
  onChange: (change: Change) => void;
  /** The files are others now. */
  onDone: () => void;
}

interface Asked {
  isFolder: boolean;
  parent: string;
}

const besides = (path: string, name: string): string => [...path.split('/').slice(0, -1), name].join('/');

/** Files and folders of a playbook, and what is done with them: by a menu, by keys. */
export function FileTree({ playbook, tree, readOnly, shown, onOpen, onChange, onDone }: Props) {
  const { t } = useTranslation(['playbooks', 'screens', 'refused']);
  const act = useRunAction();
  const [marked, setMarked] = useState<string>();
  const [naming, setNaming] = useState<Asked>();
  const [renamed, setRenamed] = useState<TreeNode>();
  const selected = marked ?? shown;
  const nodeOf = (id: string | undefined) => tree.nodes.find((node) => node.id === id);
  const parentOf = (node: TreeNode | undefined) => (!node ? ROOT : node.isParent ? node.id : node.pId);
  const again = async () => {
    await tree.refresh();
    onDone();
  };

  const select = (given: TreeNode | undefined) => {
    // What is chosen already is chosen again: nothing is ever chosen away.
    const node = given ?? nodeOf(selected);
    setMarked(node?.isParent ? node.id : undefined);
    if (node && !node.isParent) onOpen(node.id);
  };
  const make = async ({ isFolder, parent }: Asked, name: string) => {
    const made = await client.playbooks.fileCreate(playbook, { key: parent, name, is_directory: isFolder });
    setNaming(undefined);
    await again();
    setMarked(isFolder ? made.id : undefined);
    if (!isFolder) onOpen(made.id);
  };
  const rename = async ({ id, isParent }: TreeNode, name: string) => {
    try {
      await client.playbooks.fileUpdate(playbook, { key: id, new_name: name, is_directory: isParent });
      onChange({ do: 'renamed', from: id, to: besides(id, name) });
      setMarked(isParent ? besides(id, name) : undefined);
      setRenamed(undefined);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      await again();
    }
  };
  const remove = ({ id, name, isParent }: TreeNode) =>
    act(
      async () => {
        await client.playbooks.fileDestroy(playbook, { key: id });
        onChange({ do: 'removed', path: id });
        setMarked(undefined);
        await again();
      },
      {
        question: {
          title: t('delete.title', { name }),
          text: t(isParent ? 'delete.folder' : 'delete.file'),
          verb: t('screens:action.delete'),
          danger: true,
        },
        done: t('delete.done', { name }),
      },
    );
  const menu = (node: TreeNode) => {
    if (readOnly) return [];
    const why = node.id === MAIN && t('refused:mainFile');
    return [
      { key: 'file', label: t('tree.newFile') },
      { key: 'folder', label: t('tree.newFolder') },
      ...(node.id === ROOT
        ? []
        : [
            { key: 'rename', label: t('tree.rename'), apart: true, why },
            { key: 'delete', label: t('screens:action.delete'), danger: true, why },
          ]),
    ];
  };
  const onMenu = (key: string, node: TreeNode | undefined) => {
    if (key === 'rename') setRenamed(node);
    else if (key === 'delete') void (node && remove(node));
    else setNaming({ isFolder: key === 'folder', parent: parentOf(node) });
  };
  return (
    <>
      {!readOnly && (
        <PopMenu
          items={() => [
            { key: 'file', label: t('tree.newFile') },
            { key: 'folder', label: t('tree.newFolder') },
          ]}
          onPick={(key) => onMenu(key, nodeOf(selected))}
        >
          {(button) => (
            <Button {...button} size="small" icon={<FilePlus size={14} />} className="pb-new">
              {t('tree.new')} <ChevronDown size={14} aria-hidden />
            </Button>
          )}
        </PopMenu>
      )}
      <NodeTree
        tree={tree}
        label={t('tree.files')}
        selected={selected}
        onSelect={select}
        menu={menu}
        onMenu={onMenu}
        onMark={(node) => setMarked(node.id)}
        nameOf={({ name }) => name}
        renaming={renamed && { id: renamed.id, save: (name) => rename(renamed, name), cancel: () => setRenamed(undefined) }}
      />
      {naming && (
        <NameDialog
          title={t(naming.isFolder ? 'tree.newFolder' : 'tree.newFile')}
          where={naming.parent === ROOT ? '' : naming.parent}
          onName={(name) => make(naming, name)}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}
