import { addressOf } from '@postern/client/api';
import type { TreeChoice } from '@postern/contract/metadata';
import type { TreeNode } from '@postern/contract/wire';
import { TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNodeTree } from '../data/useNodeTree.ts';
import { choiceValue, relatedId, relatedName } from '../model/metadata.ts';
import { type Branch, bareName } from '../model/tree.ts';
import { controlProps, type InputProps } from './field-props.ts';
import { isForbidden } from './useRemoteOptions.ts';

interface Node {
  value: string;
  title: string;
  isLeaf?: boolean;
  children?: Node[];
}

const nodeOf = (choice: TreeChoice): Node => ({
  value: choice.value,
  title: choice.label,
  ...(choice.children && choice.children.length > 0 ? { children: choice.children.map(nodeOf) } : {}),
});

/** One or several of a tree that the metadata brings along. */
export function TreeSelectInput({ info, value, onChange, placeholder, multiple, ...rest }: InputProps & { multiple?: boolean }) {
  const { t } = useTranslation('screens');
  const bare = (item: unknown) => String(choiceValue(item));
  return (
    <TreeSelect
      {...controlProps({ info, ...rest })}
      treeData={(info.tree ?? []).map(nodeOf)}
      value={multiple ? (Array.isArray(value) ? value.map(bare) : []) : value === undefined || value === null ? undefined : bare(value)}
      multiple={multiple ?? false}
      allowClear={!info.required}
      placeholder={placeholder}
      treeNodeFilterProp="title"
      showSearch
      treeDefaultExpandAll
      maxTagCount={10}
      aria-label={info.label}
      notFoundContent={t('select.none')}
      onChange={(next) => onChange?.(next ?? (multiple ? [] : null))}
    />
  );
}

/** The id of what a node of the tree stands for; nodes of assets are placed by their key. */
const objectId = ({ id, meta }: TreeNode): string => (typeof meta.data?.id === 'string' ? meta.data.id : id);

const drawn = ({ node, children }: Branch): Node => ({
  value: objectId(node),
  title: node.name,
  isLeaf: !node.isParent,
  ...(children.length > 0 ? { children: children.map(drawn) } : {}),
});

/** One or several nodes of a tree that lives on the server; branches load when they open, search asks the server. Emits ids of the nodes. */
export function NodeSelectInput({
  info,
  value,
  onChange,
  placeholder,
  multiple = true,
  url,
  ...rest
}: InputProps & { multiple?: boolean; url?: string }) {
  const { t } = useTranslation(['screens', 'fields']);
  const tree = useNodeTree(url ?? info.url ?? addressOf('nodes', 'tree', { assets: 0 }));
  const keys = new Map(tree.nodes.map((node) => [objectId(node), node]));
  const given = Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];
  const chosen = given.map((item) => {
    const id = String(relatedId(item) ?? '');
    const name = relatedName(item);
    return { value: id, label: name !== '' && name !== id ? name : bareName(keys.get(id)?.name ?? '') || id };
  });
  return (
    <TreeSelect
      {...controlProps({ info, ...rest })}
      disabled={rest.disabled || isForbidden(tree.error)}
      labelInValue
      treeData={tree.branches.map(drawn)}
      value={multiple ? chosen : chosen[0]}
      multiple={multiple}
      allowClear
      placeholder={placeholder}
      showSearch
      searchValue={tree.typed}
      filterTreeNode={false}
      onSearch={tree.setTyped}
      onOpenChange={(open) => {
        if (!open) tree.setTyped('');
      }}
      loadData={async (node) => {
        const found = keys.get(String(node.value));
        if (found) await tree.loadChildren(found);
      }}
      loading={tree.loading}
      maxTagCount={10}
      aria-label={info.label}
      notFoundContent={t(tree.error ? 'select.failedType' : 'select.none')}
      onChange={(next: { value: string }[] | { value: string } | undefined) =>
        onChange?.(Array.isArray(next) ? next.map((item) => item.value) : (next?.value ?? null))
      }
    />
  );
}
