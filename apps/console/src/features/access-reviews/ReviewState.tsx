import { StatusTag, type StatusTone } from '@postern/ui';
import { relatedName } from '../../model/metadata.ts';
import { type Review, type State, stateOf } from './reviews.ts';

const TONES: Readonly<Record<State, StatusTone>> = {
  preparing: 'info',
  open: 'warning',
  ended: 'success',
  called_off: 'neutral',
  failed: 'danger',
};

export function ReviewState({ review, boxed = false }: { review: Review; boxed?: boolean }) {
  return (
    <StatusTag tone={TONES[stateOf(review)]} boxed={boxed}>
      {relatedName(review.state)}
    </StatusTag>
  );
}
