import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** Characters of a reason at most (docs/wire/sessions.md#watching-and-ending). */
const REASON_MOST = 256;

/** The line of a question that asks why. @param hint what becomes of the reason */
export function ReasonLine({ hint, onReason }: { hint: string; onReason: (reason: string) => void }) {
  const { t } = useTranslation('screens');
  const id = useId();
  return (
    <div className="s-reason">
      <label htmlFor={id}>{t('reason.label')}</label>
      <Input id={id} maxLength={REASON_MOST} aria-describedby={`${id}-hint`} onChange={(event) => onReason(event.target.value.trim())} />
      <span id={`${id}-hint`}>{hint}</span>
    </div>
  );
}
