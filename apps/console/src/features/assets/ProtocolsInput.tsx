import { Button, IconButton } from '@postern/ui';
import { InputNumber, Select } from 'antd';
import { CircleMinus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { ProtocolSettings } from './ProtocolSettings.tsx';
import { type AssetProtocol, isLocked, type PlatformProtocol, protocolLabel, withAddressPorts } from './protocols.ts';

type Extra = {
  offered?: readonly PlatformProtocol[];
  /** Of the asset: some protocols have the port that is written in it. */
  address?: string;
  /** False: only the ports, for what has no settings of its own. */
  settings?: boolean;
};

/** Protocols of an asset and their ports. What the platform requires can neither change nor go (docs/behaviour/assets.md#protocols-of-an-asset). */
export function ProtocolsInput({ value, onChange, disabled, offered = [], address = '', settings = true }: InputProps & Extra) {
  const { t } = useTranslation('features');
  const unless = useUnless();
  const rows = Array.isArray(value) ? withAddressPorts(value as AssetProtocol[], offered, address) : [];
  const free = offered.filter((protocol) => !rows.some((row) => row.name === protocol.name));
  const put = (index: number, change: Partial<AssetProtocol>) =>
    onChange?.(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const [next] = free;
  return (
    <div className="s-rows">
      {rows.map((row, index) => {
        const locked = isLocked(row.name, offered);
        const protocol = offered.find(({ name }) => name === row.name);
        return (
          <div key={row.name} className="s-row">
            <Select
              aria-label={t('assets.protocol')}
              value={row.name}
              disabled={disabled || locked}
              options={[row, ...free].map(({ name }) => ({ value: name, label: protocolLabel(name) }))}
              onChange={(name: string) => put(index, { name, port: offered.find((protocol) => protocol.name === name)?.port ?? null })}
            />
            <InputNumber
              aria-label={`${t('assets.port')} ${row.name}`}
              value={row.port}
              min={1}
              max={65_535}
              precision={0}
              disabled={disabled === true || protocol?.port_from_addr === true}
              onChange={(port) => put(index, { port: typeof port === 'number' ? port : null })}
            />
            {settings && <ProtocolSettings protocol={protocol} />}
            <IconButton
              icon={CircleMinus}
              label={t('assets.removeProtocol')}
              locked={disabled}
              refused={unless(!locked, 'refused:demanded') || unless(rows.length > 1, 'refused:last')}
              onClick={() => onChange?.(rows.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      {next && (
        <Button
          size="small"
          icon={<Plus size={14} />}
          locked={disabled}
          onClick={() => onChange?.([...rows, { name: next.name, port: next.port }])}
        >
          {t('assets.addProtocol')}
        </Button>
      )}
    </div>
  );
}
