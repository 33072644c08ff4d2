import '../fields.css';
import { Checkbox } from 'antd';
import { choiceValue } from '../../model/metadata.ts';
import type { InputProps } from '../field-props.ts';

/** A check box for each choice. */
export function MultipleChoiceInput({ id, info, value, onChange, disabled = false }: InputProps) {
  const options = (info.choices ?? []).map((choice) => ({ value: choice.value as string | number, label: choice.label }));
  const chosen = Array.isArray(value) ? value.map((item) => choiceValue(item) as string | number) : [];
  return (
    <fieldset id={id} aria-label={info.label} className="s-controls">
      <Checkbox.Group value={chosen} options={options} disabled={disabled} onChange={(next) => onChange?.(next)} />
    </fieldset>
  );
}
