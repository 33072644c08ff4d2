import '../fields.css';
import { InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { controlProps, type InputProps } from '../field-props.ts';

interface Extra {
  /** Behind the number. */
  unit?: ReactNode;
  /** Digits after the point. */
  precision?: number;
}

/** A number, with its unit behind it when the screen names one. */
export function NumberInput({ info, value, onChange, placeholder, unit, precision, ...rest }: InputProps & Extra) {
  return (
    <InputNumber
      {...controlProps({ info, ...rest })}
      className="s-input-number"
      value={typeof value === 'number' ? value : null}
      min={info.min_value}
      max={info.max_value}
      precision={precision}
      placeholder={placeholder}
      suffix={unit}
      onChange={(next) => onChange?.(next)}
    />
  );
}
