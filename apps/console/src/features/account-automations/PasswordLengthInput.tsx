import { InputNumber } from 'antd';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { PASSWORD_LENGTH } from './plan-fields.ts';

/** Length of random passwords; the other rules stay as they are. */
export function PasswordLengthInput({ value, onChange, info, ...rest }: InputProps) {
  const rules = typeof value === 'object' && value !== null ? (value as { length?: unknown }) : {};
  return (
    <InputNumber
      {...controlProps({ info, ...rest })}
      className="s-input-number"
      min={PASSWORD_LENGTH.min}
      max={PASSWORD_LENGTH.max}
      precision={0}
      value={typeof rules.length === 'number' ? rules.length : null}
      onChange={(length) => onChange?.({ ...rules, length: length ?? PASSWORD_LENGTH.initial })}
    />
  );
}
