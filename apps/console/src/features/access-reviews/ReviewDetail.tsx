import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { Download, Flag, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { saveFile } from '../../data/save-file.ts';
import { choiceValue } from '../../model/metadata.ts';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { LineTable } from './LineTable.tsx';
import { ReviewProgress } from './ReviewProgress.tsx';
import { ReviewState } from './ReviewState.tsx';
import { isOpen, isUndecided, type Review, stateOf } from './reviews.ts';

const LIVE_MS = 1_000;
const SHOWN = ['', 'undecided', 'keep', 'revoke'] as const;

/** A review as whoever manages it has it: how far it is, its lines, its end and its evidence. */
export function ReviewDetail() {
  const { t } = useTranslation('reviews');
  const { can } = useAuth();
  const unless = useUnless();
  const mayChange = can('perms.change_accessreview');
  return (
    <DetailPage<Review>
      resource={RESOURCES.accessReview}
      update={(review) => unless(isOpen(review), 'refused:over')}
      delete={(review) => unless(isUndecided(review), 'refused:decided')}
      facts={(review) => <ReviewState review={review} boxed />}
      basic={{
        name: 'AccessReviewDetail',
        fields: [
          'name',
          'owner',
          'reviewers',
          'permissions',
          'users',
          'user_groups',
          'assets',
          'nodes',
          'unused_days',
          'date_due',
          'revokes',
          'silence',
          'date_ended',
          'comment',
          'created_by',
          'date_created',
        ],
        above: (review, detail) => <HowFar review={review} detail={detail} />,
        actions: (review, detail) => [
          {
            id: 'evidence',
            title: t('evidence'),
            help: t('evidenceHelp'),
            verb: t('download'),
            icon: <Download size={14} />,
            run: async () => {
              const all = await client.accessReviews.evidence(String(review.id));
              saveFile(`${review.name}.json`, new Blob([JSON.stringify(all, null, 1)], { type: 'application/json' }));
            },
          },
          {
            id: 'end',
            title: t('end.title'),
            help: t('end.help'),
            verb: t('end.verb'),
            icon: <Flag size={14} />,
            shown: mayChange && stateOf(review) === 'open',
            question: {
              title: t('end.question', { name: review.name }),
              text: t('end.text', { count: review.progress.revoke }),
              verb: t('end.verb'),
            },
            run: () => client.accessReviews.end(String(review.id), {}).then(detail.refresh),
          },
          {
            id: 'callOff',
            title: t('callOff.title'),
            help: t('callOff.help'),
            verb: t('callOff.verb'),
            icon: <Square size={14} />,
            danger: true,
            shown: mayChange && isOpen(review),
            question: {
              title: t('callOff.question', { name: review.name }),
              text: t('callOff.text'),
              verb: t('callOff.verb'),
              danger: true,
            },
            run: () => client.accessReviews.end(String(review.id), { call_off: true }).then(detail.refresh),
          },
        ],
      }}
      tabs={(review) => [{ name: 'AccessReviewLines', title: t('lines'), render: () => <Lines review={review} /> }]}
    />
  );
}

/** How far it is; while it is being prepared, looked at again until it is. */
function HowFar({ review, detail }: { review: Review; detail: DetailModel<Review> }) {
  const { t } = useTranslation('reviews');
  const id = String(review.id);
  const preparing = stateOf(review) === 'preparing';
  const now = useQuery({
    queryKey: [...keyOf('accessReviews'), 'preparing', id],
    queryFn: ({ signal }) => client.accessReviews.retrieve(id, {}, { signal }),
    enabled: preparing,
    refetchInterval: LIVE_MS,
  });
  const ready = preparing && now.data !== undefined && choiceValue(now.data.state) !== 'preparing';
  const { refresh } = detail;
  useEffect(() => {
    if (ready) void refresh();
  }, [ready, refresh]);
  if (preparing) return <p role="status">{t('preparing')}</p>;
  if (stateOf(review) === 'failed') return <p role="alert">{t('failed')}</p>;
  return (
    <>
      <ReviewProgress progress={review.progress} />
      {stateOf(review) === 'open' && <OwnPart id={id} />}
    </>
  );
}

/** The way to what one decides oneself, where one does. */
function OwnPart({ id }: { id: string }) {
  const { t } = useTranslation('reviews');
  const own = useQuery({
    queryKey: [...keyOf('ownAccessReviews'), 'waiting', id],
    queryFn: ({ signal }) => client.ownAccessReviews.list({ waiting: '1', limit: 100, offset: 0 }, { signal }),
  });
  if (!own.data?.results.some((one) => one.id === id)) return null;
  return <Link to={pageOf('ownReview', id)}>{t('waits')}</Link>;
}

function Lines({ review }: { review: Review }) {
  const { t } = useTranslation('reviews');
  const [shown, setShown] = useState<string>('');
  return (
    <div className="s-stack">
      <div className="ar-filter">
        <Segmented
          value={shown}
          aria-label={t('show')}
          options={SHOWN.map((value) => ({ value, label: t(`shown.${value || 'all'}`) }))}
          onChange={setShown}
        />
      </div>
      <LineTable
        key={shown}
        resource={RESOURCES.reviewLine}
        review={String(review.id)}
        name="reviewLines"
        decision={shown || undefined}
        told
        empty={t('noneShown')}
      />
    </div>
  );
}
