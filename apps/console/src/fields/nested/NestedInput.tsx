import { isRecord } from '@postern/contract/wire';
import '../fields.css';
import type { FieldInfo } from '@postern/contract/metadata';
import { Form } from 'antd';
import { useId } from 'react';
import { childrenOf, type NestedErrors } from '../../model/nested.ts';
import type { InputProps } from '../field-props.ts';
import type { KindOf } from '../kind.ts';

/** What draws the fields below: handed over, because the table of kinds itself leads here. */
export type WithKinds = InputProps & { kindOf: KindOf };

type Values = Readonly<Record<string, unknown>>;
const asValues = (value: unknown): Values => (isRecord(value) ? (value as Values) : {});

/** The fields of a nested object, each with its own error; nothing when it has none. */
export function NestedInput({ id, info, value, onChange, disabled, updating, errors, kindOf }: WithKinds) {
  const fields = Object.entries(childrenOf(info) ?? {}).filter(([, child]) => !child.read_only);
  if (fields.length === 0) return null;
  const values = asValues(value);
  const found = errors && !Array.isArray(errors) ? (errors as Exclude<NestedErrors, readonly unknown[]>) : {};
  return (
    <fieldset id={id} className="s-nested" aria-label={info.label}>
      {fields.map(([name, child]) => (
        <NestedField
          key={name}
          kindOf={kindOf}
          info={child}
          value={values[name]}
          disabled={disabled}
          updating={updating}
          error={found[name]}
          onChange={(next: unknown) => onChange?.({ ...values, [name]: next })}
        />
      ))}
    </fieldset>
  );
}

function NestedField({
  info,
  error,
  kindOf,
  ...props
}: Omit<WithKinds, 'errors' | 'kindOf'> & { kindOf: KindOf; info: FieldInfo; error: string | NestedErrors | undefined }) {
  const id = useId();
  const { Input } = kindOf(info.type);
  const text = typeof error === 'string' ? error : undefined;
  return (
    <div className="s-nested-field">
      <label htmlFor={id} className={info.required ? 'is-required' : undefined}>
        {info.label}
      </label>
      {/* The error of the whole field is not that of each of its parts. */}
      <Form.Item noStyle validateStatus={text ? 'error' : ''}>
        <Input
          {...props}
          id={id}
          info={info}
          errors={typeof error === 'object' ? error : undefined}
          aria-invalid={text !== undefined}
          {...(text || info.help_text ? { 'aria-describedby': `${id}-note` } : {})}
        />
      </Form.Item>
      {text ? (
        <span id={`${id}-note`} className="s-input-hint is-wrong" role="alert">
          {text}
        </span>
      ) : (
        info.help_text && (
          <span id={`${id}-note`} className="s-input-hint">
            {info.help_text}
          </span>
        )
      )}
    </div>
  );
}
