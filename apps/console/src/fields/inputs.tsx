import { Checkbox, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { choiceValue } from '../screens/model/metadata.ts';
import type { InputProps } from './field-props.ts';
import { parseJson } from './json-text.ts';
import { RemoteSelect } from './RemoteSelect.tsx';
import { SecretInput } from './SecretInput.tsx';

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A line; three rows when the server sets no length (spec §5). */
export function TextInput({ info, value, onChange, updating: _, ...rest }: InputProps) {
  const props = { ...rest, value: asText(value), maxLength: info.max_length };
  return info.max_length === undefined && info.type === 'string' && rest.rows !== 1 ? (
    <Input.TextArea {...props} autoSize={{ minRows: 3, maxRows: 12 }} onChange={(event) => onChange?.(event.target.value)} />
  ) : (
    <Input {...props} autoComplete="off" onChange={(event) => onChange?.(event.target.value)} />
  );
}

export function AreaInput({ info, value, onChange, updating: _, ...rest }: InputProps) {
  return (
    <Input.TextArea
      {...rest}
      value={asText(value)}
      maxLength={info.max_length}
      autoSize={{ minRows: 3, maxRows: 12 }}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

export function NumberInput({ info, value, onChange, updating: _, ...rest }: InputProps) {
  return (
    <InputNumber
      {...rest}
      className="s-input-number"
      value={typeof value === 'number' ? value : null}
      min={info.min_value}
      max={info.max_value}
      precision={info.type === 'integer' ? 0 : undefined}
      onChange={(next) => onChange?.(next)}
    />
  );
}

export function SwitchInput({ id, value, onChange, disabled, info }: InputProps) {
  return <Switch id={id} checked={value === true} disabled={disabled} onChange={(next) => onChange?.(next)} aria-label={info.label} />;
}

/** Radios up to four choices, a searchable list above (spec §5). */
export function ChoiceInput({ info, value, onChange, id, disabled, placeholder }: InputProps) {
  const options = (info.choices ?? []).map((choice) => ({ value: choice.value as string | number, label: choice.label }));
  const chosen = choiceValue(value) as string | number | undefined;
  if (options.length > 0 && options.length <= 4) {
    return (
      <Radio.Group id={id} value={chosen} disabled={disabled} options={options} onChange={(event) => onChange?.(event.target.value)} />
    );
  }
  return (
    <Select
      id={id}
      value={chosen}
      disabled={disabled}
      options={options}
      placeholder={placeholder}
      allowClear={!info.required}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

export function ManyChoiceInput({ info, value, onChange, disabled }: InputProps) {
  const options = (info.choices ?? []).map((choice) => ({ value: choice.value as string | number, label: choice.label }));
  const chosen = Array.isArray(value) ? value.map((item) => choiceValue(item) as string | number) : [];
  return <Checkbox.Group value={chosen} options={options} disabled={disabled} onChange={(next) => onChange?.(next)} />;
}

/** Free words: Enter or leaving the field adds one, doubles are dropped (shell §10). */
export function WordsInput({ id, value, onChange, disabled, placeholder }: InputProps) {
  const words = Array.isArray(value) ? value.map(String) : [];
  return (
    <Select
      id={id}
      mode="tags"
      value={words}
      disabled={disabled}
      placeholder={placeholder}
      open={false}
      suffixIcon={null}
      tokenSeparators={[',']}
      onChange={(next: string[]) => onChange?.([...new Set(next.map((word) => word.trim()).filter((word) => word !== ''))])}
    />
  );
}

/** JSON as text. The form holds the text while it does not parse; the rule of the form refuses to send it. */
export function JsonInput({ id, value, onChange, disabled, info }: InputProps) {
  const { t } = useTranslation('screens');
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
  const wrong = text.trim() !== '' && parseJson(text) === undefined;
  return (
    <>
      <Input.TextArea
        id={id}
        className="s-input-code"
        value={text}
        disabled={disabled}
        spellCheck={false}
        status={wrong ? 'error' : ''}
        aria-label={info.label}
        autoSize={{ minRows: 4, maxRows: 16 }}
        onChange={(event) => onChange?.(parseJson(event.target.value) ?? event.target.value)}
      />
      {wrong && <span className="s-input-hint is-wrong">{t('form.invalidJson')}</span>}
    </>
  );
}

/** A string is a secret when it can only be written (spec §5). */
export function StringInput(props: InputProps) {
  return props.info.write_only ? <SecretInput {...props} /> : <TextInput {...props} />;
}

/** A related object when the metadata says where its list is; text that cannot be edited otherwise. */
export function RelatedInput({ info, updating: _, url, ...rest }: InputProps) {
  const from = typeof url === 'string' ? url : info.url;
  const multiple = info.type === 'm2m_related_field' || rest.multiple === true;
  return from ? (
    <RemoteSelect {...rest} url={from} multiple={multiple} clearable={!info.required || multiple} aria-label={info.label} />
  ) : null;
}
