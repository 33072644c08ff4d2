import type { FieldInfo } from '@postern/contract/metadata';
import { SkeletonRows } from '@postern/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { kindOf } from '../../fields/kinds.ts';
import { NestedInput } from '../../fields/nested/NestedInput.tsx';
import type { ProtocolRow } from '../../fields/ProtocolListInput.tsx';
import { protocolLabel } from '../assets/protocols.ts';
import { useProtocolSettings } from '../assets/useProtocolSettings.ts';
import { localInfo } from '../shared-fields.ts';

type Setting = Readonly<Record<string, unknown>>;

/** Settings that mean something only with another one: those of filling in a login page. */
const NEEDS: Readonly<Record<string, string>> = {
  username_selector: 'basic',
  password_selector: 'basic',
  submit_selector: 'basic',
  script: 'script',
};

const applying = (settings: Readonly<Record<string, FieldInfo>>, setting: Setting): Record<string, FieldInfo> =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => NEEDS[name] === undefined || NEEDS[name] === (setting.autofill ?? settings.autofill?.default))
      .map(([name, info]) => [name, short(info)]),
  );

/** Over TLS WinRM listens elsewhere; a port of one's own stays. */
const WINRM = { plain: 5985, tls: 5986 };

function withPort(row: ProtocolRow, setting: Setting): ProtocolRow {
  const usual = row.port === WINRM.plain || row.port === WINRM.tls;
  return { ...row, setting, ...(row.name === 'winrm' && usual ? { port: setting.use_ssl === true ? WINRM.tls : WINRM.plain } : {}) };
}

/** What is entered in one form: the settings go back to where the wire has them. */
function split(entered: ProtocolRow, settings: readonly string[]): ProtocolRow {
  const own = settings.map((name) => [name, entered[name]] as const);
  const rest = Object.fromEntries(Object.entries(entered).filter(([name]) => !settings.includes(name)));
  return { ...rest, name: entered.name, port: entered.port, setting: Object.fromEntries(own) };
}

/** Settings are short; an area is for prose. */
const LONGEST = 255;
const short = (info: FieldInfo): FieldInfo => (info.type === 'string' ? { max_length: LONGEST, ...info } : info);

interface Props {
  row: ProtocolRow;
  onSave: (row: ProtocolRow) => void;
  onClose: () => void;
}

/** How a protocol is used on a platform: whether assets must have it, start with it and show it, and its own settings. */
export function ProtocolDialog({ row, onSave, onClose }: Props) {
  const { t } = useTranslation(['assets', 'screens']);
  const settings = useProtocolSettings(row.name);
  const [draft, setDraft] = useState<ProtocolRow>({ public: true, ...row });
  const setting: Setting = {
    ...Object.fromEntries(Object.entries(settings ?? {}).map(([name, info]) => [name, info.default])),
    ...(draft.setting as Setting | undefined),
  };
  const name = protocolLabel(row.name);
  const use = Object.fromEntries(
    (['required', 'default', 'public'] as const).map((key) => [key, localInfo(t(`protocol.${key}`), 'boolean')]),
  );
  const own = settings && applying(settings, setting);
  return (
    <Dialog
      title={t('settingsOf', { name })}
      width={560}
      verb={t('screens:action.save')}
      busy={!settings}
      run={() => onSave(withPort(draft, setting))}
      onClose={onClose}
    >
      {own ? (
        <NestedInput
          kindOf={kindOf}
          info={{ ...localInfo(name, 'nested object'), children: { ...use, ...own } }}
          value={{ ...setting, ...draft }}
          onChange={(next) => setDraft(split(next as ProtocolRow, Object.keys(settings)))}
        />
      ) : (
        <SkeletonRows rows={3} columns={2} label={t('screens:list.loading')} />
      )}
    </Dialog>
  );
}
