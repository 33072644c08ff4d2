import { useTranslation } from 'react-i18next';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { ProgressCell } from './ReviewProgress.tsx';
import { ReviewState } from './ReviewState.tsx';
import type { Review } from './reviews.ts';

/** Reviews in which somebody decides. */
export function OwnReviews() {
  const { t } = useTranslation('reviews');
  return (
    <Page title={t('noun:ownReview.title')} help={t('ownEmpty')}>
      <ResourceList<Review>
        definition={{
          resource: RESOURCES.ownReview,
          readOnly: true,
          transfer: false,
          linkTo: (review) => pageOf('ownReview', review.id),
          defaults: ['name', 'state', 'progress', 'date_due', 'owner'],
          min: ['name'],
          facts: ['progress', 'date_due'],
          cells: {
            name: { width: 280 },
            state: { width: 140, render: (review) => <ReviewState review={review} /> },
            progress: { width: 160, sortable: false, render: ({ progress }) => <ProgressCell progress={progress} /> },
            date_due: { width: 150 },
            owner: { width: 160, sortable: false },
          },
          empty: t('ownEmpty'),
        }}
      />
    </Page>
  );
}
