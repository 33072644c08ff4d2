import { Button, RelativeTime, Surface } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { SayBox } from './SayBox.tsx';
import { decide, isOpen, isTaken, mayDecide, say, type Ticket } from './tickets.ts';

const RichText = onDemand(() => import('../../fields/RichText.tsx').then((module) => module.RichText));

interface TicketCommentsProps {
  ticket: Ticket;
  /** Something was decided, here or in the meantime by somebody else. */
  onChanged: () => Promise<void>;
}

/** What was said and done, and what this person can do about it (docs/behaviour/tickets.md#talk-and-decision). */
export function TicketComments({ ticket, onChanged }: TicketCommentsProps) {
  const { t } = useTranslation('tickets');
  const unless = useUnless();
  const { profile } = useAuth();
  const queries = useQueryClient();
  const runAction = useRunAction();
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState<string>();
  const own = ticket.rel_snapshot.applicant === `${profile.name}(${profile.username})`;
  const asked = mayDecide(ticket, profile);
  // What was taken is reviewed with words, and nobody withdraws it.
  const taken = isTaken(ticket);
  const wordless = taken && words.trim() === '';
  const open = isOpen(ticket);
  const key = keyOf('comments', 'list', { ticket_id: ticket.id });
  const run = async (what: string, work: () => Promise<unknown>, done: string) => {
    if (busy) return;
    setBusy(what);
    const worked = await runAction(work, { done });
    if (worked) setWords('');
    await queries.invalidateQueries({ queryKey: key });
    // After a failure, too: somebody else may have decided it.
    if (what !== 'reply') {
      await onChanged();
      await queries.invalidateQueries({ queryKey: keyOf('tickets', 'list') });
    }
    setBusy(undefined);
  };
  const verdict = (what: 'approve' | 'reject' | 'close', done: string) => void run(what, () => decide(ticket.id, what, words.trim()), done);
  return (
    <Surface title={t('messages')}>
      <Comments queryKey={key} id={ticket.id} />
      <SayBox id={ticket.id} value={words} disabled={!open} onChange={setWords} />
      {open ? (
        <div className="ticket__buttons">
          {asked ? (
            <div className="ticket__decision">
              <Button
                type="primary"
                icon={<Check size={16} />}
                refused={unless(!wordless, 'refused:wordless')}
                loading={busy === 'approve'}
                onClick={() => verdict('approve', t(taken ? 'reviewed' : 'approved'))}
              >
                {t(taken ? 'justified' : 'approve')}
              </Button>
              <Button
                danger
                icon={<X size={16} />}
                refused={unless(!wordless, 'refused:wordless')}
                loading={busy === 'reject'}
                onClick={() => verdict('reject', t(taken ? 'reviewed' : 'rejected'))}
              >
                {t(taken ? 'unjustified' : 'reject')}
              </Button>
            </div>
          ) : null}
          {own && !taken ? (
            <Button loading={busy === 'close'} onClick={() => verdict('close', t('withdrawn'))}>
              {t('withdraw')}
            </Button>
          ) : null}
          <Button
            refused={unless(words.trim() !== '', 'refused:wordless')}
            loading={busy === 'reply'}
            onClick={() => void run('reply', () => say(ticket.id, words.trim()), t('replied'))}
          >
            {t('reply')}
          </Button>
        </div>
      ) : (
        <p className="ticket__over">{t('over')}</p>
      )}
    </Surface>
  );
}

function Comments({ id, queryKey }: { id: Ticket['id']; queryKey: readonly unknown[] }) {
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.comments.list({ ticket_id: id }, { signal }),
  });
  return (
    <ol className="ticket__comments">
      {data.map((comment) => (
        <li key={comment.id} className={comment.type === 'state' ? 'ticket__event' : 'ticket__comment'}>
          {comment.type === 'state' ? null : <b>{comment.user_display}</b>}
          <RelativeTime value={comment.date_created} language={currentLanguage().tag} />
          {comment.type === 'state' ? (
            <p>{comment.body}</p>
          ) : (
            <Suspense fallback={<p>{comment.body}</p>}>
              <RichText markdown={comment.body} />
            </Suspense>
          )}
        </li>
      ))}
    </ol>
  );
}
