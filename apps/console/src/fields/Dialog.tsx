import { DialogFrame, type DialogFrameProps } from '@postern/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface Props extends Omit<DialogFrameProps, 'drop' | 'onOk' | 'okText' | 'okButtonProps' | 'confirmLoading'> {
  /** Words of the button that does what the dialog is for, and what that is; without them there is nothing to do but to close it. */
  verb?: string;
  run?: () => unknown;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
}

export function Dialog({ verb, run, busy = false, disabled = false, danger = false, ...rest }: Props) {
  const { t } = useTranslation('screens');
  const acts = verb
    ? { okText: verb, cancelText: t('action.cancel'), okButtonProps: { disabled, danger }, confirmLoading: busy, onOk: () => void run?.() }
    : { footer: null };
  return <DialogFrame {...acts} drop={useDrop()} {...rest} />;
}

/** What is asked before something entered is thrown away. */
function useDrop() {
  const { t } = useTranslation('screens');
  return { title: t('form.dropTitle'), text: t('form.dropText'), action: t('form.drop'), cancel: t('form.stay') };
}

/** What is shown this one time: only its button closes it. */
export function OnceDialog({ kept, ...rest }: Pick<DialogFrameProps, 'title' | 'children' | 'width' | 'onClose'> & { kept: string }) {
  const done = (
    <Button type="primary" onClick={rest.onClose}>
      {kept}
    </Button>
  );
  return <DialogFrame mask={{ closable: false }} keyboard={false} closable={false} footer={done} drop={useDrop()} {...rest} />;
}
