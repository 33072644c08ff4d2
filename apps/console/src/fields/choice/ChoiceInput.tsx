import { Radio, Select } from 'antd';
import { choiceValue } from '../../model/metadata.ts';
import { controlProps, type InputProps } from '../field-props.ts';

/** Whether there is a value to go back to when nothing is chosen: what has one of its own is never without. */
const hasOwnValue = (value: unknown): boolean => (choiceValue(value) ?? '') !== '';

/** Radios up to four choices, a searchable list above. */
export function ChoiceInput({ info, value, onChange, placeholder, ...rest }: InputProps) {
  const options = (info.choices ?? []).map((choice) => ({ value: choice.value as string | number, label: choice.label }));
  const chosen = choiceValue(value) as string | number | undefined;
  if (options.length > 0 && options.length <= 4) {
    return (
      <Radio.Group
        {...controlProps({ info, ...rest })}
        aria-label={info.label}
        value={chosen}
        options={options}
        onChange={(event) => onChange?.(event.target.value)}
      />
    );
  }
  return (
    <Select
      {...controlProps({ info, ...rest })}
      value={chosen === '' ? undefined : chosen}
      options={options}
      placeholder={placeholder}
      allowClear={!info.required && !hasOwnValue(info.default)}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
