import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { useUnless } from '../../session/useRefusals.ts';

interface Props {
  title: string;
  initial: string;
  /** What a view is, to whom. */
  text: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a view, and stays open until the server took it. */
export function ViewNameDialog({ title, initial, text: about, onSave, onClose }: Props) {
  const { t } = useTranslation(['lists', 'screens']);
  const unless = useUnless();
  const run = useRunAction();
  const [name, setName] = useState(initial);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    const text = name.trim();
    if (text === '' || saving) return;
    setSaving(true);
    const saved = await run(() => onSave(text));
    setSaving(false);
    if (saved) onClose();
  };
  return (
    <Dialog
      title={title}
      width={480}
      verb={t('screens:action.save')}
      refused={unless(name.trim() !== '', 'refused:nameless')}
      busy={saving}
      run={save}
      onClose={onClose}
    >
      <p className="s-dialog-text">{about}</p>
      <Input
        autoFocus
        value={name}
        maxLength={64}
        aria-label={t('view.name')}
        placeholder={t('view.name')}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void save()}
      />
    </Dialog>
  );
}
