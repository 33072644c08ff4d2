import type { TreeChoice } from '@postern/contract/metadata';
import { Tree } from 'antd';
import { choiceValue } from '../screens/model/metadata.ts';
import type { InputProps } from './field-props.ts';

/** Names of the leaves below a list of choices. */
export const leavesOf = (choices: readonly TreeChoice[]): string[] =>
  choices.flatMap((choice) => (choice.children && choice.children.length > 0 ? leavesOf(choice.children) : [choice.value]));

interface Node {
  key: string;
  title: string;
  children: Node[];
}
const nodeOf = (choice: TreeChoice): Node => ({ key: choice.value, title: choice.label, children: (choice.children ?? []).map(nodeOf) });

/** Check boxes in a tree, all open; only leaves are submitted (shell §10). */
export function TreeInput({ info, value, onChange, disabled }: InputProps) {
  const choices = info.tree ?? [];
  const leaves = new Set(leavesOf(choices));
  const chosen = Array.isArray(value) ? value.map((item) => String(choiceValue(item))) : [];
  const keys = chosen.some((key) => key === 'all' || key === 'All') ? [...leaves] : chosen.filter((key) => leaves.has(key));
  return (
    <Tree
      className="s-input-tree"
      checkable
      selectable={false}
      defaultExpandAll
      disabled={disabled}
      treeData={choices.map(nodeOf)}
      checkedKeys={keys}
      onCheck={(next) => {
        const checked = Array.isArray(next) ? next : next.checked;
        onChange?.(checked.map(String).filter((key) => leaves.has(key)));
      }}
    />
  );
}
