import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { type Decision, decisionOf, isGroup, type Line } from './reviews.ts';

/** Decides lines of a review; what is on the screen is read again, whether it worked or not. */
export function useDecide(review: string, atOnce: boolean) {
  const { t } = useTranslation('reviews');
  const queries = useQueryClient();
  const runAction = useRunAction();
  const { profile } = useAuth();
  const me = `${profile.name}(${profile.username})`;

  const send = async (lines: string[], decision: Decision, comment: string, overrule: boolean): Promise<void> => {
    try {
      await client.ownAccessReviews.decide(review, { lines, decision, comment, overrule });
    } finally {
      await Promise.all(
        [['list'], ['detail'], keyOf('ownAccessReviews')].map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })),
      );
    }
  };
  const revokeQuestion = (count: number, text: string) => ({
    title: t('revokeTitle', { count }),
    text: atOnce ? `${text} ${t('atOnce')}` : text,
    verb: t('revokeVerb', { count }),
    reason: t('reason'),
  });

  /** One line: what the person sees of it is what they decide over. */
  const one = (line: Line, decision: Decision): Promise<boolean> => {
    const overrule = decisionOf(line) !== 'undecided' && line.decided_by !== me;
    return runAction((reason) => send([line.id], decision, reason, overrule), {
      ...(decision === 'revoke'
        ? { question: { ...revokeQuestion(1, `${line.subject}: ${t(isGroup(line) ? 'revokingGroup' : 'revokingUser')}`), danger: true } }
        : {}),
    });
  };
  return { one, send, revokeQuestion };
}
