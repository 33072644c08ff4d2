import './fields.css';
import { Button, IconButton } from '@postern/ui';
import { InputNumber, Radio, Select } from 'antd';
import { CircleMinus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUnless } from '../session/useRefusals.ts';
import type { InputProps } from './field-props.ts';

export interface ProtocolRow {
  name: string;
  port: number | null;
  primary?: boolean;
  required?: boolean;
  [setting: string]: unknown;
}

type Extra = {
  /** Protocols to choose from, with their usual ports. */
  offered?: readonly { name: string; port: number | null }[];
  /** What is marked as required cannot go; true unless said otherwise. */
  keepRequired?: boolean;
};

/**
 * Protocols and their ports, exactly one of them primary (docs/behaviour/forms.md#protocols). The last one cannot go; the first takes
 * over from a removed primary.
 */
export function ProtocolListInput({
  id,
  value,
  onChange,
  disabled = false,
  info,
  offered = [],
  keepRequired = true,
  errors,
}: InputProps & Extra) {
  const { t } = useTranslation('fields');
  const unless = useUnless();
  const rows = Array.isArray(value) ? (value as ProtocolRow[]) : [];
  const free = offered.filter((protocol) => !rows.some((row) => row.name === protocol.name));
  const [next] = free;
  const put = (after: ProtocolRow[]) => {
    const primary = after.findIndex((row) => row.primary === true);
    onChange?.(after.map((row, at) => ({ ...row, primary: at === Math.max(primary, 0) })));
  };
  const change = (at: number, to: Partial<ProtocolRow>) => put(rows.map((row, index) => (index === at ? { ...row, ...to } : row)));
  const problemOf = (at: number): string => {
    const found = Array.isArray(errors) ? errors[at] : undefined;
    return found && !Array.isArray(found)
      ? Object.values(found)
          .filter((text) => typeof text === 'string')
          .join('; ')
      : '';
  };
  return (
    <fieldset id={id} aria-label={info.label} className="s-controls s-rows">
      {rows.length === 0 && <p className="s-input-hint">{t('protocols.none')}</p>}
      {rows.map((row, at) => (
        <div key={row.name}>
          <div className="s-row s-protocol">
            <Select
              aria-label={t('protocols.name')}
              value={row.name}
              disabled={disabled}
              options={[{ name: row.name, port: row.port }, ...free].map(({ name }) => ({ value: name, label: name }))}
              onChange={(name: string) => change(at, { name, port: offered.find((protocol) => protocol.name === name)?.port ?? null })}
            />
            <InputNumber
              aria-label={`${t('protocols.port')} ${row.name}`}
              value={row.port}
              min={0}
              max={65_535}
              precision={0}
              disabled={disabled}
              status={problemOf(at) ? 'error' : ''}
              onChange={(port) => change(at, { port: typeof port === 'number' ? port : null })}
            />
            <Radio
              checked={row.primary === true}
              disabled={disabled}
              onChange={() => put(rows.map((one, index) => ({ ...one, primary: index === at })))}
            >
              {t('protocols.primary')}
            </Radio>
            <IconButton
              icon={CircleMinus}
              label={t('protocols.remove', { name: row.name })}
              locked={disabled}
              refused={unless(!(keepRequired && row.required === true), 'refused:demanded') || unless(rows.length > 1, 'refused:last')}
              onClick={() => put(rows.filter((_, index) => index !== at))}
            />
          </div>
          {problemOf(at) && <span className="s-input-hint is-wrong">{problemOf(at)}</span>}
        </div>
      ))}
      {next && (
        <Button
          size="small"
          icon={<Plus size={14} />}
          locked={disabled}
          onClick={() => put([...rows, { name: next.name, port: next.port }])}
        >
          {t('protocols.add')}
        </Button>
      )}
    </fieldset>
  );
}
