import { useTranslation } from 'react-i18next';
import { LogBox, LogScreen, type LogWords } from './LogScreen.tsx';

function useLogWords(): LogWords {
  const { t } = useTranslation('tasks');
  return { log: t('log'), connecting: t('connecting'), ended: t('ended'), unknown: t('unknown'), lost: t('lost') };
}

/** The log of a run at its address in the console; the page at `/core/ops/…` shows the same (docs/decisions/0075). */
export function TaskLog({ id, type }: { id: string; type: string }) {
  return <LogScreen id={id} type={type} words={useLogWords()} />;
}

/** The log of a run as part of a page. */
export function TaskLogPart({ id }: { id: string }) {
  const words = useLogWords();
  return (
    <section className="task-log is-part" aria-label={words.log}>
      <LogBox id={id} type="celery" words={words} />
    </section>
  );
}
