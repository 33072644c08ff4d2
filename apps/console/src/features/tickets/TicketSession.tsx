import { StatusTag, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { CircleStop } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { pageOf } from '../resources.ts';
import { currentStep, type Ticket } from './tickets.ts';

/** Between two looks for a session that has not begun, and at one that runs. */
const SOON_MS = 1_400;
const LIVE_MS = 10_000;
/** Looks for a session that never begins: about five minutes, the life of its token. */
const LOOKS = 220;

/** What an approved connection became. Nothing before there is one (docs/behaviour/tickets.md#session-of-a-ticket). */
export function TicketSession({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const { can, profile } = useAuth();
  const runAction = useRunAction();
  const { data: session, refetch } = useQuery({
    queryKey: keyOf('tickets', 'session', String(ticket.id)),
    queryFn: ({ signal }) => client.tickets.session(String(ticket.id), {}, { signal }),
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.data) return state.data.is_finished ? false : LIVE_MS;
      return state.errorUpdateCount < LOOKS ? SOON_MS : false;
    },
  });
  if (!session) return null;
  // Who was asked may end what came of it, without the right to end others' sessions.
  const asked = currentStep(ticket)?.assignees.includes(profile.id) ?? false;
  const end = async () => {
    const question = { title: t('endQuestion'), text: t('endText'), verb: t('endSession'), danger: true };
    await runAction(() => client.terminalTasks.killForTicket([session.id]), { question, done: t('endOrdered') });
    await refetch();
  };
  const facts = [
    [t('asset'), session.asset],
    [t('account'), session.account],
    [t('protocol'), session.protocol],
    [t('address'), session.remote_addr ?? '-'],
  ] as const;
  return (
    <Surface title={t('session')}>
      <p className="ticket__session">
        <StatusTag tone={session.is_finished ? 'neutral' : 'success'} boxed>
          {t(session.is_finished ? 'sessionFinished' : 'sessionRunning')}
        </StatusTag>
        {can('terminal.view_session') ? <Link to={`${pageOf('session', session.id)}?oid=${ticket.org_id}`}>{t('showSession')}</Link> : null}
      </p>
      <dl className="ticket__facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {asked && !session.is_finished ? (
        <Button danger icon={<CircleStop size={16} />} onClick={() => void end()}>
          {t('endSession')}
        </Button>
      ) : null}
    </Surface>
  );
}
