import { useTranslation } from 'react-i18next';
import { LogScreen } from './LogScreen.tsx';

/** The log of a run at its address in the console; the page at `/core/ops/…` shows the same (docs/decisions/0075). */
export function TaskLog({ id, type }: { id: string; type: string }) {
  const { t } = useTranslation('tasks');
  const words = { log: t('log'), connecting: t('connecting'), ended: t('ended'), unknown: t('unknown'), lost: t('lost') };
  return <LogScreen id={id} type={type} words={words} />;
}
