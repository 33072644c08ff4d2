import { Button } from '@postern/ui';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import { ProtocolListInput, type ProtocolRow } from '../../fields/ProtocolListInput.tsx';
import { protocolLabel } from '../assets/protocols.ts';
import { ProtocolDialog } from './ProtocolDialog.tsx';

/** Protocols of a platform: names, ports and the primary one in rows, everything else of each in a dialog. */
export function PlatformProtocolsInput(props: InputProps & { offered?: readonly { name: string; port: number | null }[] }) {
  const { t } = useTranslation('assets');
  const { value, onChange, disabled } = props;
  const rows = Array.isArray(value) ? (value as ProtocolRow[]) : [];
  const [editing, setEditing] = useState<string>();
  const row = rows.find(({ name }) => name === editing);
  return (
    <div className="s-rows">
      <ProtocolListInput {...props} keepRequired={false} />
      <span className="s-tags">
        {rows.map(({ name }) => (
          <Button key={name} type="link" size="small" icon={<Settings2 size={14} />} locked={disabled} onClick={() => setEditing(name)}>
            {t('settingsOf', { name: protocolLabel(name) })}
          </Button>
        ))}
      </span>
      {row && (
        <ProtocolDialog
          row={row}
          onSave={(next) => {
            onChange?.(rows.map((one) => (one.name === row.name ? next : one)));
            setEditing(undefined);
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}
