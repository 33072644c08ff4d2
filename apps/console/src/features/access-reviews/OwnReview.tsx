import './reviews.css';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceValue } from '../../model/metadata.ts';
import type { BulkAction } from '../../screens/list/list-definition.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { RESOURCES } from '../resources.ts';
import { DecisionButtons } from './DecisionButtons.tsx';
import { LineTable } from './LineTable.tsx';
import { ReviewProgress } from './ReviewProgress.tsx';
import { ReviewState } from './ReviewState.tsx';
import { type Decision, type Line, mayDecide, type Review, stateOf } from './reviews.ts';
import { ShownChoice } from './ShownChoice.tsx';
import { useDecide } from './useDecide.ts';

const KEYS: Readonly<Record<string, Decision>> = { k: 'keep', r: 'revoke', u: 'undecided' };

/** One review as whoever decides in it has it. */
export function OwnReview() {
  return (
    <DetailPage<Review>
      resource={RESOURCES.ownReview}
      readOnly
      facts={(review) => <ReviewState review={review} boxed />}
      basic={{
        name: 'Review',
        fields: ['owner', 'date_due', 'silence', 'revokes', 'comment'],
        above: (review) => <Deciding review={review} />,
      }}
    />
  );
}

function Deciding({ review }: { review: Review }) {
  const { t } = useTranslation('reviews');
  const [shown, setShown] = useState<string>('');
  const id = String(review.id);
  const { one, send, revokeQuestion } = useDecide(id, choiceValue(review.revokes) === 'once');
  const lines = useLinesOnScreen();
  const decide = (line: Line, onDone?: () => void) => (
    <DecisionButtons
      review={review}
      line={line}
      onDecide={async (decision) => {
        if (await one(line, decision)) onDone?.();
      }}
    />
  );
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement && event.target.matches('[data-row-key]') ? event.target : undefined;
    const decision = KEYS[event.key];
    const line = row && decision && lines(row.dataset.rowKey);
    if (!line || event.ctrlKey || event.metaKey || event.altKey || !mayDecide(review, line)) return;
    event.preventDefault();
    void one(line, decision);
  };
  const bulk = (decision: Decision, icon: BulkAction['icon']): BulkAction<Line> => ({
    id: decision,
    label: t(`do.${decision}`),
    icon,
    danger: decision === 'revoke',
    ...(decision === 'revoke' ? { confirm: (count) => revokeQuestion(count, t('revokeText')) } : {}),
    run: (ids, reason) => send(ids, decision, reason, false),
    done: t('done'),
  });
  return (
    // Keys of the rows inside, which take the focus themselves.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="s-stack ar-lines" onKeyDown={press}>
      <ReviewProgress progress={review.progress} />
      <div className="ar-filter">
        <ShownChoice shown={shown} onChange={setShown} />
        <small className="ar-keys">{t('keys')}</small>
      </div>
      <LineTable
        key={shown}
        resource={RESOURCES.ownReviewLine}
        review={id}
        name="ownReviewLines"
        decision={shown || undefined}
        told={stateOf(review) !== 'open'}
        transfer={false}
        empty={t(shown === 'undecided' ? 'allDecided' : 'noneShown')}
        canSelect={(line) => mayDecide(review, line)}
        {...(stateOf(review) === 'open'
          ? {
              bulkActions: [
                bulk('keep', <Check key="k" size={14} />),
                bulk('revoke', <X key="r" size={14} />),
                bulk('undecided', <Undo2 key="u" size={14} />),
              ],
            }
          : {})}
        footer={decide}
        rowActions={[
          {
            id: 'decide',
            label: t('decide'),
            run: () => undefined,
            draw: (line) => decide(line),
          },
        ]}
      />
    </div>
  );
}

/** Finds a line among those that lists have read, by its id: rows know no more of themselves. */
function useLinesOnScreen(): (id: string | undefined) => Line | undefined {
  const queries = useQueryClient();
  return (id) =>
    queries
      .getQueriesData<{ results?: Line[] } | Line[]>({ queryKey: ['list', RESOURCES.ownReviewLine.url] })
      .flatMap(([, data]) => (Array.isArray(data) ? data : (data?.results ?? [])))
      .findLast((line) => line.id === id);
}
