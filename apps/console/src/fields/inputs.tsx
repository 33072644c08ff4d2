import './fields.css';
import { Checkbox, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { choiceValue } from '../screens/model/metadata.ts';
import { controlProps, type InputProps } from './field-props.ts';
import { RemoteSelect } from './RemoteSelect.tsx';
import { SecretInput } from './SecretInput.tsx';

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What a field shows while it is typed in, and what it gives to the form: the text without the blanks around it. */
function useTrimmed(value: unknown, onChange: InputProps['onChange']) {
  const given = asText(value);
  const [raw, setRaw] = useState(given);
  return {
    value: raw.trim() === given ? raw : given,
    onChange: (event: { target: { value: string } }) => {
      setRaw(event.target.value);
      onChange?.(event.target.value.trim());
    },
    onBlur: () => setRaw(given),
  };
}

interface TextExtra {
  rows?: number;
  /** Behind the text, such as a unit. */
  suffix?: ReactNode;
  inputMode?: 'numeric' | 'url' | 'email' | 'text';
}

/** A line; three rows when the server sets no length (docs/behaviour/forms.md#building-a-form). */
export function TextInput({ info, value, onChange, placeholder, rows, suffix, inputMode, ...rest }: InputProps & TextExtra) {
  const text = useTrimmed(value, onChange);
  if (info.max_length === undefined && info.type === 'string' && rows !== 1) {
    return (
      <Input.TextArea
        {...controlProps({ info, ...rest })}
        {...text}
        placeholder={placeholder}
        autoSize={{ minRows: rows ?? 3, maxRows: 12 }}
      />
    );
  }
  return (
    <Input
      {...controlProps({ info, ...rest })}
      {...text}
      placeholder={placeholder}
      suffix={suffix}
      inputMode={inputMode ?? (info.type === 'email' ? 'email' : info.type === 'url' ? 'url' : undefined)}
      maxLength={info.max_length}
      autoComplete="off"
    />
  );
}

export function AreaInput({ info, value, onChange, placeholder, ...rest }: InputProps) {
  const text = useTrimmed(value, onChange);
  return (
    <Input.TextArea
      {...controlProps({ info, ...rest })}
      {...text}
      placeholder={placeholder}
      maxLength={info.max_length}
      autoSize={{ minRows: 3, maxRows: 12 }}
    />
  );
}

/** A number, with its unit behind it when the screen names one. */
export function NumberInput({ info, value, onChange, placeholder, unit, ...rest }: InputProps & { unit?: ReactNode }) {
  return (
    <InputNumber
      {...controlProps({ info, ...rest })}
      className="s-input-number"
      value={typeof value === 'number' ? value : null}
      min={info.min_value}
      max={info.max_value}
      precision={info.type === 'integer' ? 0 : undefined}
      placeholder={placeholder}
      suffix={unit}
      onChange={(next) => onChange?.(next)}
    />
  );
}

export function SwitchInput({ value, onChange, info, ...rest }: InputProps) {
  return (
    <Switch {...controlProps({ info, ...rest })} checked={value === true} onChange={(next) => onChange?.(next)} aria-label={info.label} />
  );
}

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
      allowClear={!info.required}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

export function ManyChoiceInput({ id, info, value, onChange, disabled = false }: InputProps) {
  const options = (info.choices ?? []).map((choice) => ({ value: choice.value as string | number, label: choice.label }));
  const chosen = Array.isArray(value) ? value.map((item) => choiceValue(item) as string | number) : [];
  return (
    <fieldset id={id} aria-label={info.label} className="s-controls">
      <Checkbox.Group value={chosen} options={options} disabled={disabled} onChange={(next) => onChange?.(next)} />
    </fieldset>
  );
}

/** A string is a secret when it can only be written. */
export function StringInput(props: InputProps) {
  return props.info.write_only ? <SecretInput {...props} /> : <TextInput {...props} />;
}

/** A related object when the metadata says where its list is; nothing can be chosen otherwise. */
export function RelatedInput({ info, value, onChange, placeholder, url, labelOf, taken, ...rest }: InputProps) {
  const from = typeof url === 'string' ? url : info.url;
  const multiple = info.type === 'm2m_related_field' || rest.multiple === true;
  return from ? (
    <RemoteSelect
      {...controlProps({ info, ...rest })}
      url={from}
      value={value}
      onChange={onChange}
      placeholder={placeholder}
      multiple={multiple}
      clearable={!info.required || multiple}
      labelOf={labelOf as Parameters<typeof RemoteSelect>[0]['labelOf']}
      taken={taken as Parameters<typeof RemoteSelect>[0]['taken']}
      aria-label={info.label}
    />
  ) : null;
}
