import { useTranslation } from 'react-i18next';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { RESOURCES } from '../resources.ts';
import { ProgressCell } from './ReviewProgress.tsx';
import { ReviewState } from './ReviewState.tsx';
import { type Review, stateOf } from './reviews.ts';

const LIVE_MS = 5_000;

const isOpen = (review: Review): boolean => ['preparing', 'open'].includes(stateOf(review));

/** Campaigns over the permissions of the organisation, and how far they are. */
export function ReviewList() {
  const { t } = useTranslation('reviews');
  return (
    <Page title={t('noun:accessReview.title')} help={t('empty')}>
      <ResourceList<Review>
        definition={{
          resource: RESOURCES.accessReview,
          clone: false,
          bulkDelete: false,
          selectable: false,
          refetchEvery: LIVE_MS,
          update: isOpen,
          exclude: ['reviewers', 'task'],
          defaults: ['name', 'state', 'progress', 'date_due', 'owner', 'date_created'],
          min: ['name'],
          facts: ['state', 'progress'],
          cells: {
            name: { width: 280 },
            state: { width: 150, render: (review) => <ReviewState review={review} /> },
            progress: { width: 160, sortable: false, render: ({ progress }) => <ProgressCell progress={progress} /> },
            date_due: { width: 150 },
            owner: { width: 160, sortable: false },
            date_created: { width: 140 },
          },
          empty: t('empty'),
        }}
      />
    </Page>
  );
}
