import { FactList, IconButton } from '@postern/ui';
import { Popover } from 'antd';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../fields/kinds.ts';
import { type PlatformProtocol, protocolLabel } from './protocols.ts';
import { useProtocolSettings } from './useProtocolSettings.ts';

/** What the platform sets for a protocol: to be read here, and changed on the platform. */
export function ProtocolSettings({ protocol }: { protocol: PlatformProtocol | undefined }) {
  const { t } = useTranslation('assets');
  const [open, setOpen] = useState(false);
  const setting = protocol?.setting ?? {};
  const none = Object.keys(setting).length === 0;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="topLeft"
      title={t('inherited')}
      content={protocol && open ? <Settings name={protocol.name} setting={setting} /> : null}
    >
      <span>
        <IconButton
          icon={Settings2}
          label={t('settingsOf', { name: protocolLabel(protocol?.name ?? '') })}
          refused={none && t('noSettings')}
          onClick={() => setOpen(true)}
        />
      </span>
    </Popover>
  );
}

function Settings({ name, setting }: { name: string; setting: Readonly<Record<string, unknown>> }) {
  const known = useProtocolSettings(name);
  return (
    <FactList
      facts={Object.entries(setting).map(([key, value]) => {
        const info = known?.[key];
        const { Cell } = kindOf(info?.type ?? 'field');
        return { key, label: info?.label ?? key, value: <Cell value={value} info={info} /> };
      })}
    />
  );
}
