import '../fields.css';
import type { TreeChoice } from '@postern/contract/metadata';
import { Tooltip, Tree } from 'antd';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { choiceValue } from '../../model/metadata.ts';
import type { InputProps } from '../field-props.ts';

/** Names of the leaves below a list of choices. */
export const leavesOf = (choices: readonly TreeChoice[]): string[] =>
  choices.flatMap((choice) => (choice.children && choice.children.length > 0 ? leavesOf(choice.children) : [choice.value]));

/** A label and what stands in brackets behind it, which is a hint and not part of the name. */
export function splitLabel(label: string): { name: string; hint: string | undefined } {
  const parts = /^(.+?)\s*[(（]([^()（）]+)[)）]$/.exec(label);
  return parts ? { name: parts[1] ?? label, hint: parts[2] } : { name: label, hint: undefined };
}

function title(label: string): ReactNode {
  const { name, hint } = splitLabel(label);
  if (!hint) return name;
  return (
    <span className="s-input-tree-hint">
      {name}
      <Tooltip title={hint}>
        <Info size={14} role="img" aria-label={hint} />
      </Tooltip>
    </span>
  );
}

interface Node {
  key: string;
  title: ReactNode;
  children: Node[];
}
const nodeOf = (choice: TreeChoice): Node => ({
  key: choice.value,
  title: title(choice.label),
  children: (choice.children ?? []).map(nodeOf),
});

/** Check boxes in a tree, all open; only leaves are submitted (docs/behaviour/forms.md#trees-of-check-boxes). */
export function BitsInput({ id, info, value, onChange, disabled = false }: InputProps) {
  const choices = info.tree ?? [];
  const leaves = new Set(leavesOf(choices));
  const chosen = Array.isArray(value) ? value.map((item) => String(choiceValue(item))) : [];
  const keys = chosen.some((key) => key === 'all' || key === 'All') ? [...leaves] : chosen.filter((key) => leaves.has(key));
  return (
    <fieldset id={id} aria-label={info.label} className="s-controls">
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
    </fieldset>
  );
}
