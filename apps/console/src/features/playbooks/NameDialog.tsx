import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { useUnless } from '../../session/useRefusals.ts';

interface Props {
  title: string;
  /** The folder it comes into; empty at the top. */
  where: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks what a new file or folder is to be called. */
export function NameDialog({ title, where, onName, onClose }: Props) {
  const { t } = useTranslation(['playbooks', 'screens']);
  const unless = useUnless();
  const act = useRunAction();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const given = name.trim();
  const make = async () => {
    if (given === '' || busy) return;
    setBusy(true);
    await act(() => onName(given));
    setBusy(false);
  };
  return (
    <Dialog
      title={title}
      verb={t('tree.create')}
      run={make}
      busy={busy}
      refused={unless(given !== '', 'refused:nameless')}
      keeps
      onClose={onClose}
    >
      <div className="s-stack">
        {where !== '' && <p className="s-note">{t('tree.where', { folder: where })}</p>}
        <Input
          autoFocus
          value={name}
          maxLength={128}
          placeholder={t('tree.name')}
          aria-label={t('tree.name')}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && void make()}
        />
      </div>
    </Dialog>
  );
}
