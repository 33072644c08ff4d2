import { Switch } from 'antd';
import { controlProps, type InputProps } from '../field-props.ts';

/** A switch. */
export function BooleanInput({ value, onChange, info, ...rest }: InputProps) {
  return (
    <Switch {...controlProps({ info, ...rest })} checked={value === true} onChange={(next) => onChange?.(next)} aria-label={info.label} />
  );
}
