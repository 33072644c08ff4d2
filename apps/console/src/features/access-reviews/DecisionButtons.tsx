import { Button } from '@postern/ui';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnless } from '../../session/useRefusals.ts';
import { type Decision, decisionOf, type Line, mayDecide, type Review, stateOf } from './reviews.ts';

interface Props {
  review: Review;
  line: Line;
  onDecide: (decision: Decision) => Promise<void>;
}

/** Keep and revoke, of which one is pressed: pressed again it is taken back. */
export function DecisionButtons({ review, line, onDecide }: Props) {
  const { t } = useTranslation('reviews');
  const unless = useUnless();
  const [busy, setBusy] = useState(false);
  const now = decisionOf(line);
  const decide = async (decision: Decision) => {
    setBusy(true);
    await onDecide(now === decision ? 'undecided' : decision);
    setBusy(false);
  };
  const name = `${line.subject}, ${line.permission}`;
  return (
    <span className="ar-decide">
      {(['keep', 'revoke'] as const).map((decision) => (
        <Button
          key={decision}
          size="small"
          className={now === decision ? `is-${decision}` : ''}
          locked={busy}
          refused={unless(stateOf(review) === 'open', 'refused:over') || unless(mayDecide(review, line), 'refused:acted')}
          aria-pressed={now === decision}
          aria-label={decision === 'keep' ? t('keepOf', { name }) : t('revokeOf', { name })}
          danger={decision === 'revoke'}
          icon={now === decision ? <Check size={14} aria-hidden /> : undefined}
          onClick={() => void decide(decision)}
        >
          {t(`do.${decision}`)}
        </Button>
      ))}
    </span>
  );
}
