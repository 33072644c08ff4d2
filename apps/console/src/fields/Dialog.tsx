import { Button, type Why } from '@postern/ui';
import { Modal, type ModalProps } from 'antd';
import { useTranslation } from 'react-i18next';

interface Props extends Pick<ModalProps, 'title' | 'children' | 'width' | 'centered' | 'className' | 'footer' | 'afterOpenChange'> {
  /** Words of the button that does what the dialog is for, and what that is; without them there is nothing to do but to close it. */
  verb?: string;
  run?: () => unknown;
  busy?: boolean;
  /** Why it cannot be done now. */
  refused?: Why;
  danger?: boolean;
  /** Something is entered in it: a touch beside it does not throw that away. */
  keeps?: boolean;
  onClose: () => void;
}

/** A dialog, drawn for as long as it is open. */
export function Dialog({ verb, run, busy = false, refused, danger = false, keeps = false, onClose, ...rest }: Props) {
  const { t } = useTranslation('screens');
  const acts = verb
    ? {
        footer: (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="primary" danger={danger} loading={busy} refused={refused} onClick={() => void run?.()}>
              {verb}
            </Button>
          </>
        ),
      }
    : { footer: null };
  return <Modal open {...acts} mask={{ closable: !keeps }} onCancel={onClose} {...rest} />;
}

/** What is shown this one time: only its button closes it. */
export function OnceDialog({
  kept,
  onClose,
  ...rest
}: Pick<ModalProps, 'title' | 'children' | 'width'> & { kept: string; onClose: () => void }) {
  const done = (
    <Button type="primary" onClick={onClose}>
      {kept}
    </Button>
  );
  return <Modal open {...rest} mask={{ closable: false }} keyboard={false} closable={false} onCancel={onClose} footer={done} />;
}
