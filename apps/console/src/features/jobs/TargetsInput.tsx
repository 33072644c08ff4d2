import './jobs.css';
import type { InputProps } from '../../fields/field-props.ts';
import { NO_TARGETS, type Targets } from './command-draft.ts';
import { TargetTree } from './TargetTree.tsx';

const HEIGHT = 280;

/** Assets and nodes of a job, ticked among those that one reaches. */
export function TargetsInput({ id, info, value, onChange }: InputProps) {
  const targets = typeof value === 'object' && value !== null ? (value as Targets) : NO_TARGETS;
  return (
    <fieldset id={id} className="s-controls" aria-label={info.label}>
      <TargetTree value={targets} height={HEIGHT} onChange={(next) => onChange?.(next)} />
    </fieldset>
  );
}
