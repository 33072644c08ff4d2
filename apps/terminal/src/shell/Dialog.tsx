import { DialogFrame, type DialogProps } from '@postern/ui';
import { useTranslate } from './language.tsx';
import { shellWords } from './words.ts';

export function Dialog(props: DialogProps) {
  const t = useTranslate();
  const drop = {
    title: t(shellWords.dropTitle),
    text: t(shellWords.dropText),
    action: t(shellWords.drop),
    cancel: t(shellWords.stay),
  };
  return <DialogFrame cancel={t(shellWords.cancel)} drop={drop} {...props} />;
}
