import { SkeletonRows } from '@postern/ui';
import { useTranslation } from 'react-i18next';

/** A thin bar at the top edge while a page is on its way, and the shape of one where it will stand; both invisible for the first 150 ms. */
export function PageProgress() {
  const { t } = useTranslation('shell');
  return (
    <>
      <div className="progress" role="progressbar" aria-label={t('loading')} />
      <div aria-hidden="true">
        <SkeletonRows rows={8} columns={3} label={t('loading')} />
      </div>
    </>
  );
}
