import { useTranslation } from 'react-i18next';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { ProgressCell } from './ReviewProgress.tsx';
import { ReviewState } from './ReviewState.tsx';
import { isOpen, isUndecided, type Review } from './reviews.ts';

const LIVE_MS = 5_000;

/** Campaigns over the permissions of the organisation, and how far they are. */
export function ReviewList() {
  const { t } = useTranslation('reviews');
  const unless = useUnless();
  return (
    <Page title={t('noun:accessReview.title')} help={t('empty')}>
      <ResourceList<Review>
        definition={{
          resource: RESOURCES.accessReview,
          clone: false,
          bulkDelete: false,
          selectable: false,
          refetchEvery: LIVE_MS,
          // One is made with its form, never by a file.
          transfer: { modes: [] },
          update: (review) => unless(isOpen(review), 'refused:over'),
          delete: (review) => unless(isUndecided(review), 'refused:decided'),
          exclude: ['reviewers', 'task'],
          defaults: ['name', 'state', 'progress', 'date_due', 'owner'],
          min: ['name'],
          facts: ['state', 'progress'],
          cells: {
            name: { width: 280 },
            state: { width: 150, render: (review) => <ReviewState review={review} /> },
            progress: { width: 160, sortable: false, render: ({ progress }) => <ProgressCell progress={progress} /> },
            date_due: { width: 150 },
            owner: { width: 160, sortable: false },
          },
          empty: t('empty'),
        }}
      />
    </Page>
  );
}
