import { Button, DialogFrame, type DialogProps } from '@postern/ui';
import { useTranslation } from 'react-i18next';

export function Dialog(props: DialogProps) {
  const { t } = useTranslation('screens');
  const drop = { title: t('form.dropTitle'), text: t('form.dropText'), action: t('form.drop'), cancel: t('form.stay') };
  return <DialogFrame cancel={t('action.cancel')} drop={drop} {...props} />;
}

/** What is shown this one time: only its button closes it. */
export function OnceDialog({ kept, ...rest }: Pick<DialogProps, 'title' | 'children' | 'width' | 'onClose'> & { kept: string }) {
  const done = (
    <Button type="primary" onClick={rest.onClose}>
      {kept}
    </Button>
  );
  return <Dialog mask={{ closable: false }} keyboard={false} closable={false} footer={done} {...rest} />;
}
