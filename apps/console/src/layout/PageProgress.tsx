import { useTranslation } from 'react-i18next';

/** A thin bar at the top edge while a page is on its way; invisible for the first 150 ms. */
export function PageProgress() {
  const { t } = useTranslation('shell');
  return <div className="progress" role="progressbar" aria-label={t('loading')} />;
}
