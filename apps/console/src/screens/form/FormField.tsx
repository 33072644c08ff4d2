import type { FieldInfo } from '@postern/contract/metadata';
import { Form, Skeleton } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import { kindOf } from '../../fields/index.tsx';
import { AreaInput } from '../../fields/inputs.tsx';
import { parseJson } from '../../fields/json-text.ts';
import type { FieldSpec, Values } from './form-definition.ts';

/** Texts that may be this long get several rows. */
const PROSE = 2048;

interface Props {
  name: string;
  info: FieldInfo | undefined;
  spec: FieldSpec | undefined;
  updating: boolean;
  values: Values;
  error: string | undefined;
}

/** One field of a form: label, input, rules of its metadata, help, and the server's error below it. */
export function FormField({ name, info, spec, updating, values, error }: Props) {
  const { t } = useTranslation('screens');
  if (!info) return null;
  const label = spec?.label ?? info.label;
  // A comment is prose whatever its length limit says.
  const Input =
    spec?.Input ?? (info.type === 'string' && !info.write_only && (info.max_length ?? 0) >= PROSE ? AreaInput : kindOf(info.type).Input);
  const required = spec?.required ?? info.required;
  const help = spec?.help ?? info.help_text;
  return (
    <Form.Item
      name={name}
      label={label}
      required={required}
      validateFirst
      validateTrigger={['onBlur', 'onChange']}
      {...(error ? { validateStatus: 'error' as const, help: error } : {})}
      {...(help && !error ? { extra: help } : {})}
      rules={[
        {
          validator: async (_, value: unknown) => {
            const problem = checkValue(value, info, required) ?? undefined;
            if (problem) throw new Error(t(problem.key, problem.params ?? {}));
            const own = spec?.check?.(value, values);
            if (own) throw new Error(own);
          },
        },
      ]}
    >
      <Adapter
        Input={Input}
        info={info}
        disabled={spec?.disabled}
        updating={updating}
        extra={typeof spec?.props === 'function' ? spec.props(values) : spec?.props}
      />
    </Form.Item>
  );
}

/** Stands between Ant Design, which hands over `value`, `onChange` and `id`, and inputs that also want the metadata. */
function Adapter({ Input, extra, ...props }: { Input: NonNullable<FieldSpec['Input']>; extra: Values | undefined } & InputProps) {
  return (
    <Suspense fallback={<Skeleton.Input active block />}>
      <Input {...props} {...extra} />
    </Suspense>
  );
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** The first rule of the metadata a value breaks (spec §5). */
function checkValue(value: unknown, info: FieldInfo, required: boolean): { key: string; params?: Values } | undefined {
  if (isBlank(value)) return required ? { key: 'rule.required' } : undefined;
  if (typeof value === 'string') {
    if (info.type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value.trim())) return { key: 'rule.email' };
    if (info.type === 'json' && parseJson(value) === undefined) return { key: 'form.invalidJson' };
    if (info.min_length !== undefined && value.length < info.min_length) return { key: 'rule.minLength', params: { min: info.min_length } };
    if (info.max_length !== undefined && value.length > info.max_length) return { key: 'rule.maxLength', params: { max: info.max_length } };
  }
  if (typeof value === 'number') {
    if (info.min_value !== undefined && value < info.min_value) return { key: 'rule.minValue', params: { min: info.min_value } };
    if (info.max_value !== undefined && value > info.max_value) return { key: 'rule.maxValue', params: { max: info.max_value } };
  }
  return undefined;
}
