import { useConfirm } from '@postern/ui';
import { Button, Modal, type ModalProps } from 'antd';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends Pick<ModalProps, 'title' | 'children' | 'width' | 'centered' | 'className' | 'footer' | 'afterOpenChange'> {
  /** Words of the button that does what the dialog is for, and what that is; without them there is nothing to do but to close it. */
  verb?: string;
  run?: () => unknown;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** Something is entered in it: a touch beside it does not throw that away, and Esc asks first. `beside`: only a question is, which is soon typed again. */
  keeps?: boolean | 'beside';
  onClose: () => void;
}

/** A dialog, drawn for as long as it is open. */
export function Dialog({ verb, run, busy = false, disabled = false, danger = false, keeps = false, onClose, ...rest }: Props) {
  const { t } = useTranslation('screens');
  const acts = verb
    ? { okText: verb, cancelText: t('action.cancel'), okButtonProps: { disabled, danger }, confirmLoading: busy, onOk: () => void run?.() }
    : { footer: null };
  const { entered, close } = useEntered(keeps === true, onClose);
  return <Modal open {...acts} mask={{ closable: !keeps }} onCancel={close} wrapProps={{ onChange: entered }} {...rest} />;
}

/** Kinds of boxes that hold nothing to lose: what is looked for is typed again, and a file lies where it lay. */
const LOSES_NOTHING = new Set(['search', 'file']);

/** Knows whether a person has entered something, and asks before Esc throws it away; the buttons say by themselves what they do. */
function useEntered(keeps: boolean, onClose: () => void) {
  const { t } = useTranslation('screens');
  const confirm = useConfirm();
  const some = useRef(false);
  const entered = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (!LOSES_NOTHING.has(target.type)) some.current = true;
  };
  const mayClose = () =>
    confirm({ title: t('form.dropTitle'), text: t('form.dropText'), action: t('form.drop'), cancel: t('form.stay'), danger: true });
  const close = async (event: object) => {
    if (!keeps || !some.current || !('key' in event) || (await mayClose())) onClose();
  };
  return { entered, close: (event: object) => void close(event) };
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
