import { Plus, Siren } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { LinkButton } from '../../screens/LinkButton.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import type { Next } from '../../screens/page/NextStep.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useAuth, usePublicSettings } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { Absences, AwayButton } from './Absences.tsx';
import { TicketState } from './TicketState.tsx';
import { REQUEST_PATH, type Ticket, ticketPage } from './tickets.ts';
import { useAskForAccess } from './useAskForAccess.ts';

const WAITING = { state: 'pending' };

/** What somebody has asked for (docs/behaviour/tickets.md#lists). */
export function MyTicketList() {
  const settings = usePublicSettings();
  const { profile } = useAuth();
  const { t } = useTranslation('tickets');
  const ask = useAskForAccess();
  return (
    <TicketList
      name="myTickets"
      title={t('mine')}
      query={{ applicant: profile.id }}
      empty={t('emptyMine')}
      none={t('noneMine')}
      next={ask || undefined}
      toolbar={
        <>
          {settings.TICKET_BREAK_GLASS === true ? (
            <LinkButton to="/tickets/tickets/break-glass/create" danger icon={<Siren size={16} />}>
              {t('take')}
            </LinkButton>
          ) : null}
          <LinkButton to={REQUEST_PATH} type="primary" icon={<Plus size={16} />}>
            {t('ask')}
          </LinkButton>
        </>
      }
    />
  );
}

/** What waits for somebody's decision, and what they decided. */
export function AssignedTicketList() {
  const { profile } = useAuth();
  const { t } = useTranslation('tickets');
  return (
    <TicketList
      name="assignedTickets"
      title={t('assigned')}
      query={{ assignees__id: profile.id }}
      empty={t('emptyAssigned')}
      none={t('noneAssigned')}
      toolbar={<AwayButton />}
      above={<Absences />}
    />
  );
}

interface TicketListProps {
  name: string;
  title: string;
  query: Readonly<Record<string, string>>;
  empty: string;
  /** Said when nothing waits. */
  none: string;
  next?: Next | undefined;
  toolbar?: ReactNode;
  above?: ReactNode;
}

function TicketList({ name, title, query, empty, none, next, toolbar, above }: TicketListProps) {
  const { t } = useTranslation('tickets');
  const location = useLocation();
  // What waits comes first; the filter is in the address, where it can be taken away.
  const fresh = useRef(location.search === '');
  if (fresh.current && location.search === '') return <Navigate to={`${location.pathname}?${new URLSearchParams(WAITING)}`} replace />;
  fresh.current = false;
  return (
    <Page title={title}>
      {above}
      <ResourceList<Ticket>
        key={name}
        definition={{
          resource: RESOURCES.ticket,
          name,
          query,
          readOnly: true,
          bulkDelete: false,
          selectable: false,
          transfer: false,
          global: true,
          linkTo: ticketPage,
          exclude: ['process_map', 'rel_snapshot', 'org_id'],
          defaults: ['title', 'serial_num', 'type', 'state', 'applicant', 'date_created'],
          min: ['title'],
          facts: ['type', 'state', 'date_created'],
          cells: {
            title: { width: 320 },
            serial_num: { width: 130 },
            type: { width: 150 },
            state: { width: 110, render: (ticket) => <TicketState ticket={ticket} /> },
            status: { width: 100 },
            applicant: { width: 150, sortable: false, render: (ticket) => ticket.rel_snapshot.applicant ?? '' },
            date_created: { width: 140 },
          },
          search: {
            exclude: ['applicant'],
            extra: [
              { key: 'relevant_asset', label: t('asset') },
              { key: 'relevant_command', label: t('command') },
            ],
          },
          empty,
          start: { filters: WAITING, none },
          next,
          ...(toolbar ? { toolbar } : {}),
        }}
      />
    </Page>
  );
}
