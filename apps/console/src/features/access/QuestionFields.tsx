import { Input } from 'antd';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';

const DatetimeInput = lazy(() => import('../../fields/datetime/DatetimeInput.tsx').then((module) => ({ default: module.DatetimeInput })));

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
        <Suspense>
          <DatetimeInput
            id={id}
            info={MOMENT}
            placeholder={t('now')}
            value={value || null}
            onChange={(moment) => onChange(typeof moment === 'string' ? moment : '')}
          />
        </Suspense>
      )}
    </Field>
  );
}
