import { Button } from '@postern/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';

interface Props {
  path: string;
  /** @returns whether it was saved */
  onSave: () => Promise<boolean>;
  /** Asked and answered; true when the tab is to be closed. */
  onDone: (close: boolean) => void;
}

/** What becomes of a change whose tab is being closed. */
export function CloseQuestion({ path, onSave, onDone }: Props) {
  const { t } = useTranslation(['playbooks', 'screens']);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    onDone(await onSave());
  };
  return (
    <Dialog
      title={t('close.title', { path })}
      centered
      onClose={() => onDone(false)}
      footer={
        <span className="pb-buttons is-end">
          <Button onClick={() => onDone(false)}>{t('close.stay')}</Button>
          <Button danger locked={busy} onClick={() => onDone(true)}>
            {t('close.discard')}
          </Button>
          <Button type="primary" autoFocus loading={busy} onClick={() => void save()}>
            {t('screens:action.save')}
          </Button>
        </span>
      }
    >
      <p>{t('close.text')}</p>
    </Dialog>
  );
}
