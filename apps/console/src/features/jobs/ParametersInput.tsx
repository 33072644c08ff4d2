import './jobs.css';
import { Button, IconButton } from '@postern/ui';
import { Checkbox, Input, Select } from 'antd';
import { CircleMinus, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import { useUnless } from '../../session/useRefusals.ts';
import {
  BLANK,
  KINDS,
  MOST_CHARACTERS,
  MOST_PARAMETERS,
  type Parameter,
  readDefinitions,
  readOptions,
  writeOptions,
} from './parameters.ts';

/** Parameters of a job: rows that can be added to and taken from. The value is a list, as rows that are not ready yet have no place in the wire's object. */
export function ParametersInput({ id, info, value, onChange, disabled = false }: InputProps) {
  const { t } = useTranslation('jobs');
  const unless = useUnless();
  const rows: readonly Parameter[] = Array.isArray(value) ? (value as Parameter[]) : readDefinitions(value);
  // A row keeps its key when one before it goes, so that what is typed stays where it is.
  const keys = useRef<number[]>([]);
  const next = useRef(0);
  while (keys.current.length < rows.length) {
    keys.current.push(next.current);
    next.current += 1;
  }
  return (
    <fieldset id={id} className="s-controls" aria-label={info.label} disabled={disabled}>
      {rows.map((row, at) => (
        <ParameterRow
          key={keys.current[at]}
          row={row}
          number={at + 1}
          onChange={(change) => onChange?.(rows.map((was, index) => (index === at ? { ...was, ...change } : was)))}
          onRemove={() => {
            keys.current.splice(at, 1);
            onChange?.(rows.filter((_, index) => index !== at));
          }}
        />
      ))}
      <Button
        size="small"
        icon={<Plus size={14} />}
        locked={disabled}
        refused={unless(rows.length < MOST_PARAMETERS, 'refused:most')}
        onClick={() => onChange?.([...rows, BLANK])}
      >
        {t('parameters.add')}
      </Button>
    </fieldset>
  );
}

interface RowProps {
  row: Parameter;
  number: number;
  onChange: (change: Partial<Parameter>) => void;
  onRemove: () => void;
}

function ParameterRow({ row, number, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('jobs');
  // As it is written: a line that is being typed is no option yet.
  const [options, setOptions] = useState(() => writeOptions(row.options));
  const text = (name: 'key' | 'label' | 'default', most: number) => (
    <div className="j-field">
      <span aria-hidden>{t(`parameters.${name}`)}</span>
      <Input
        value={row[name]}
        maxLength={most}
        aria-label={t(`parameters.${name}`)}
        autoComplete="off"
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </div>
  );
  return (
    <fieldset className="j-parameter" aria-label={t('parameters.row', { number })}>
      {text('key', 64)}
      {text('label', 128)}
      <div className="j-field">
        <span aria-hidden>{t('parameters.type')}</span>
        <Select
          value={row.type}
          aria-label={t('parameters.type')}
          options={KINDS.map((kind) => ({ value: kind, label: t(`parameters.kinds.${kind}`) }))}
          onChange={(type) => onChange({ type })}
        />
      </div>
      {text('default', MOST_CHARACTERS)}
      {row.type === 'select' && (
        <div className="j-field">
          <span aria-hidden>{t('parameters.options')}</span>
          <Input.TextArea
            value={options}
            autoSize={{ minRows: 2, maxRows: 8 }}
            aria-label={t('parameters.options')}
            placeholder={t('parameters.optionsHelp')}
            onChange={(event) => {
              setOptions(event.target.value);
              onChange({ options: readOptions(event.target.value) });
            }}
          />
        </div>
      )}
      <div className="j-actions">
        <Checkbox checked={row.required} onChange={(event) => onChange({ required: event.target.checked })}>
          {t('parameters.required')}
        </Checkbox>
        <span className="j-gap" />
        <IconButton icon={CircleMinus} label={t('parameters.remove', { number })} onClick={onRemove} />
      </div>
    </fieldset>
  );
}
