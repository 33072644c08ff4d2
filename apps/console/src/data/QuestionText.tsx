import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** Characters of a reason at most (docs/wire/sessions.md#watching-and-ending). */
const REASON_MOST = 256;

interface QuestionTextProps {
  text: string | undefined;
  /** What becomes of the reason; without it nobody is asked for one. */
  reason: string | undefined;
  onReason: (reason: string) => void;
}

/** The text of a question, and where it asks why, the line for it. */
export function QuestionText({ text, reason, onReason }: QuestionTextProps) {
  const { t } = useTranslation('screens');
  const id = useId();
  if (reason === undefined) return text;
  return (
    <>
      {text}
      <div className="s-reason">
        <label htmlFor={id}>{t('reason.label')}</label>
        <Input id={id} maxLength={REASON_MOST} aria-describedby={`${id}-hint`} onChange={(event) => onReason(event.target.value.trim())} />
        <span id={`${id}-hint`}>{reason}</span>
      </div>
    </>
  );
}
