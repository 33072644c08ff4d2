import './jobs.css';
import { Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { MOST_CHARACTERS, type Parameter, wrongValue } from './parameters.ts';

interface Props {
  title: string;
  /** Words of its button. */
  verb: string;
  parameters: readonly Parameter[];
  /** What was answered the last time. */
  last?: Readonly<Record<string, string>>;
  onRun: (values: Record<string, string>) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for what a job wants to know before it runs. */
export function ParametersDialog({ title, verb, parameters, last = {}, onRun, onClose }: Props) {
  const [values, setValues] = useState(() => Object.fromEntries(parameters.map((one) => [one.key, last[one.key] ?? one.default])));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setTried(true);
    if (busy || parameters.some((one) => wrongValue(one, values[one.key] ?? ''))) return;
    setBusy(true);
    await onRun(values);
    setBusy(false);
  };
  return (
    <Dialog title={title} verb={verb} run={run} busy={busy} keeps onClose={onClose}>
      <div className="s-stack">
        {parameters.map((one) => (
          <Value
            key={one.key}
            parameter={one}
            value={values[one.key] ?? ''}
            tried={tried}
            onChange={(value) => setValues((now) => ({ ...now, [one.key]: value }))}
            onEnter={() => void run()}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ValueProps {
  parameter: Parameter;
  value: string;
  tried: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
}

function Value({ parameter, value, tried, onChange, onEnter }: ValueProps) {
  const { t } = useTranslation('jobs');
  const id = useId();
  const wrong = tried ? wrongValue(parameter, value) : undefined;
  const label = parameter.label || parameter.key;
  const names = {
    id,
    'aria-describedby': `${id}-wrong`,
    'aria-required': parameter.required,
    ...(wrong ? { status: 'error' as const } : {}),
  };
  return (
    <div className="j-field">
      <label htmlFor={id}>{label}</label>
      {parameter.type === 'select' ? (
        <Select
          {...names}
          aria-label={label}
          allowClear={!parameter.required}
          value={value === '' ? undefined : value}
          options={parameter.options.map((one) => ({ value: one.value, label: one.label }))}
          onChange={(next: string | undefined) => onChange(next ?? '')}
        />
      ) : (
        <Input
          {...names}
          value={value}
          maxLength={MOST_CHARACTERS}
          inputMode={parameter.type === 'number' ? 'decimal' : 'text'}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={onEnter}
        />
      )}
      <span id={`${id}-wrong`} className="j-wrong" role="alert">
        {wrong && t(`parameters.value.${wrong}`)}
      </span>
    </div>
  );
}
