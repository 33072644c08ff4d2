import { RelativeTime, Surface } from '@postern/ui';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { relatedName } from '../../model/metadata.ts';
import { NextStep } from '../../screens/page/NextStep.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { type Ticket, ticketPage } from '../tickets/tickets.ts';
import { useAskForAccess } from '../tickets/useAskForAccess.ts';
import { Latest, SHOWN } from './Latest.tsx';

const OPEN = { status: 'open', limit: SHOWN, offset: 0 } as const;

interface Waiting {
  ticket: Ticket;
  /** The person decides it; else somebody else does. */
  mine: boolean;
}

/** Tickets that somebody has to decide, then those of their own that others have to. */
async function waitingFor(me: string, signal: AbortSignal): Promise<Waiting[]> {
  const [toDecide, asked] = await Promise.all([
    client.tickets.list({ ...OPEN, assignees__id: me }, { signal }),
    client.tickets.list({ ...OPEN, applicant: me }, { signal }),
  ]);
  const of = (rows: readonly unknown[], mine: boolean) => rows.map((ticket) => ({ ticket: ticket as Ticket, mine }));
  return [...of(toDecide.results, true), ...of(asked.results, false)];
}

/** What waits for the person, and what the person waits for. */
export function WaitingCard() {
  const { t, i18n } = useTranslation('workbench');
  const { profile } = useAuth();
  return (
    <Surface
      title={t('waiting.title')}
      actions={
        <Link className="home-all" to="/tickets/assigned-tickets">
          {t('all')}
        </Link>
      }
    >
      <Latest
        queryKey={[...keyOf('tickets'), 'waiting', profile.id]}
        queryFn={({ signal }) => waitingFor(profile.id, signal)}
        keyOf={({ ticket, mine }) => `${ticket.id} ${mine}`}
        empty={{
          title: t('waiting.none'),
          text: t('waiting.noneText'),
          icon: ClipboardCheck,
          action: <NextStep steps={[useAskForAccess()]} />,
        }}
      >
        {({ ticket, mine }) => (
          <>
            <span className="home-name">
              <Link to={ticketPage(ticket)}>{ticket.title}</Link>
              <small>
                {[
                  t(mine ? 'waiting.toDecide' : 'waiting.asked'),
                  relatedName(ticket.type),
                  ...(mine && ticket.rel_snapshot.applicant ? [t('waiting.by', { name: ticket.rel_snapshot.applicant })] : []),
                ].join(' · ')}
              </small>
            </span>
            <RelativeTime value={ticket.date_created} language={i18n.language} />
          </>
        )}
      </Latest>
    </Surface>
  );
}
