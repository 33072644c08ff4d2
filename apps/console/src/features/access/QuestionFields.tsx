import { Input, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import type { Row } from '../../model/resource.ts';

const DatetimeInput = onDemand(() => import('../../fields/datetime/DatetimeInput.tsx').then((module) => module.DatetimeInput));

const MOMENT = { type: 'datetime', label: '', required: false, read_only: false, write_only: false } as const;

interface Props {
  /** An empty text asks nothing of its kind. */
  value: string;
  onChange: (value: string) => void;
}

/** One part of a question about access, with its label above. */
export function Field({ label, wide, children }: { label: string; wide?: boolean; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={wide ? 'access-field is-wide' : 'access-field'}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** Who or what the question is about, by name. */
export function ObjectField({
  label,
  url,
  labelOf,
  value,
  onChange,
}: Props & { label: string; url: string; labelOf: (row: Row) => string }) {
  return (
    <Field label={label} wide>
      {(id) => (
        <RemoteSelect
          id={id}
          url={url}
          labelOf={labelOf}
          value={value || undefined}
          onChange={(picked) => onChange(String(picked ?? ''))}
        />
      )}
    </Field>
  );
}

/** One of a few. */
export function ChoiceField({
  label,
  placeholder,
  options,
  value,
  onChange,
}: Props & { label: string; placeholder: string; options: { value: string; label: string }[] }) {
  return (
    <Field label={label}>
      {(id) => (
        <Select
          id={id}
          allowClear
          placeholder={placeholder}
          value={value || null}
          options={options}
          onChange={(picked) => onChange(picked ?? '')}
        />
      )}
    </Field>
  );
}

/** Where the person comes from; one's own address when it is empty. */
export function AddressField({ value, onChange }: Props) {
  const { t } = useTranslation('access');
  return (
    <Field label={t('address')}>
      {(id) => (
        <Input
          id={id}
          allowClear
          maxLength={64}
          placeholder={t('addressHint')}
          value={value}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      )}
    </Field>
  );
}

/** The moment that is judged; now when it is empty. */
export function MomentField({ value, onChange }: Props) {
  const { t } = useTranslation('access');
  return (
    <Field label={t('at')}>
      {(id) => (
        <DatetimeInput
          id={id}
          info={MOMENT}
          placeholder={t('now')}
          value={value || null}
          onChange={(moment) => onChange(typeof moment === 'string' ? moment : '')}
        />
      )}
    </Field>
  );
}
