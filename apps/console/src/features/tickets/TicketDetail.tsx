import './tickets.css';
import { EmptyState, type Fact, FactList, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { ExactTimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { useAuth } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { accountWords, usePermissionWords } from '../permissions/account-words.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { ApproveForm } from './ApproveForm.tsx';
import { AskAgain } from './AskAgain.tsx';
import { LinkOfAnother } from './LinkOfAnother.tsx';
import { Taken } from './Taken.tsx';
import { TicketComments } from './TicketComments.tsx';
import { TicketSession } from './TicketSession.tsx';
import { TicketState } from './TicketState.tsx';
import { TicketSteps } from './TicketSteps.tsx';
import {
  isTaken,
  isTicketType,
  mayDecide,
  type Request,
  stateOf,
  TICKET_TYPES,
  type Ticket,
  type TicketType,
  ticketPage,
} from './tickets.ts';

export const RequestDetail = () => <TicketDetail type="apply_asset" />;
export const LoginTicketDetail = () => <TicketDetail type="login_confirm" />;
export const AssetTicketDetail = () => <TicketDetail type="login_asset_confirm" />;
export const CommandTicketDetail = () => <TicketDetail type="command_confirm" />;

/** Where the links of messages lead: on to the page of the type (docs/behaviour/tickets.md#pages-of-the-types). */
export function AnyTicketDetail() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const { t } = useTranslation(['tickets', 'screens']);
  const told = search.get('type');
  const asked = useQuery({
    queryKey: ['detail', RESOURCES.ticket.url, id],
    queryFn: ({ signal }) => client.tickets.retrieve(id, {}, { signal }),
    enabled: !isTicketType(told),
    retry: false,
  });
  const type = isTicketType(told) ? told : choiceValue(asked.data?.type);
  if (isTicketType(type)) {
    const kept = new URLSearchParams([...search].filter(([name]) => name === 'oid' || name === 'for'));
    return <Navigate to={{ pathname: ticketPage({ id, type }), search: kept.toString() }} replace />;
  }
  if (!asked.error) return null;
  return (
    <EmptyState
      icon={FileQuestion}
      title={t('gone')}
      text={errorMessage(asked.error)}
      action={<Link to="/tickets/my-tickets">{t('screens:detail.toList')}</Link>}
    />
  );
}

/** One ticket: what is asked, what was said and decided, and the decision itself (docs/behaviour/tickets.md#page-of-a-ticket). */
function TicketDetail({ type }: { type: TicketType }) {
  const { t } = useTranslation('tickets');
  const { id = '' } = useParams();
  const { resource } = TICKET_TYPES[type];
  const { profile } = useAuth();
  return (
    <ResourceDetail<Ticket>
      definition={{
        resource,
        id,
        update: false,
        delete: false,
        global: true,
        listTo: '/tickets/assigned-tickets',
        whenGone: (otherwise) => <LinkOfAnother id={id} otherwise={otherwise} />,
        titleOf: (ticket) => ticket.title,
        facts: (ticket) => (
          <>
            <TicketState ticket={ticket} boxed />
            <span>{relatedName(ticket.type)}</span>
            <span>{ticket.serial_num}</span>
          </>
        ),
        tabs: (ticket, detail) => [
          {
            name: 'Ticket',
            title: t('ticket'),
            render: () => (
              <div className="ticket">
                <div className="ticket__main">
                  {isTaken(ticket) ? <Taken ticket={ticket} onChanged={detail.refresh} /> : null}
                  <Asked ticket={ticket} type={type} />
                  {type === 'apply_asset' && !isTaken(ticket) && mayDecide(ticket, profile) ? (
                    <ApproveForm key={String(ticket.date_updated)} ticket={ticket as Request} onDone={detail.refresh} />
                  ) : null}
                  <TicketComments key={String(ticket.state)} ticket={ticket} onChanged={detail.refresh} />
                </div>
                <div className="ticket__side">
                  <TicketSteps ticket={ticket} />
                  {type === 'login_asset_confirm' && stateOf(ticket) === 'approved' ? <TicketSession ticket={ticket} /> : null}
                </div>
              </div>
            ),
          },
        ],
      }}
    />
  );
}

/** What is asked, as a sentence and in facts. */
function Asked({ ticket, type }: { ticket: Ticket; type: TicketType }) {
  const { t } = useTranslation('tickets');
  const facts = useFacts(ticket, type);
  if (type === 'apply_asset') return <AskedFor ticket={ticket as Request} />;
  const { applicant = '', apply_login_asset = '' } = ticket.rel_snapshot;
  const asset = type === 'command_confirm' ? String(ticket.apply_run_asset) : apply_login_asset;
  return (
    <Surface title={t('asked')}>
      <p className="ticket__sentence">
        {t(`sentence.${type}`, {
          user: applicant,
          asset,
          account: String(ticket.apply_login_account ?? ticket.apply_run_account ?? ''),
          ip: String(ticket.apply_login_ip ?? ''),
        })}
      </p>
      {type === 'command_confirm' ? <pre className="ticket__command">{String(ticket.apply_run_command)}</pre> : null}
      <FactList facts={facts} />
    </Surface>
  );
}

/** What somebody asks for; once approved, what they were given, with the permission that it became. */
function AskedFor({ ticket }: { ticket: Request }) {
  const { t } = useTranslation('tickets');
  const { can, profile } = useAuth();
  const words = usePermissionWords();
  const given = ticket.taken || stateOf(ticket) === 'approved';
  const names = (rows: readonly { name: string }[], kept: string | undefined): string =>
    rows.map(({ name }) => name).join(', ') || kept || '-';
  const { applicant = '', apply_nodes: nodes, apply_assets: assets, renews } = ticket.rel_snapshot;
  const facts: Fact[] = [
    { key: 'nodes', label: t('nodes'), value: names(ticket.apply_nodes, nodes) },
    { key: 'assets', label: t('assets'), value: names(ticket.apply_assets, assets) },
    { key: 'accounts', label: t('accounts'), value: accountWords(ticket.apply_accounts, words).join(', ') || '-' },
    { key: 'actions', label: t('actions'), value: ticket.apply_actions.map(({ label }) => label).join(', ') || '-' },
    { key: 'start', label: t('starts'), value: <ExactTimeCell value={ticket.apply_date_start} /> },
    { key: 'ends', label: t('ends'), value: <ExactTimeCell value={ticket.apply_date_expired} /> },
    ...(renews ? [{ key: 'renews', label: t('renewsRequest'), value: renews }] : []),
    { key: 'date', label: t('askedAt'), value: <ExactTimeCell value={ticket.date_created} /> },
    { key: 'org', label: t('organisation'), value: ticket.org_name || '-' },
    ...(ticket.comment ? [{ key: 'reason', label: t('reason'), value: String(ticket.comment) }] : []),
  ];
  const permission = can('perms.view_assetpermission') ? (
    <Link to={`${pageOf('permission', String(ticket.id))}?oid=${ticket.org_id}`}>{ticket.apply_permission_name}</Link>
  ) : (
    ticket.apply_permission_name
  );
  const own = applicant === `${profile.name}(${profile.username})`;
  return (
    <Surface title={given ? t('given') : t('asked')}>
      <p className="ticket__sentence">
        {t(ticket.taken ? 'sentence.taken' : given ? 'sentence.given' : 'sentence.apply_asset', { user: applicant })}
      </p>
      <FactList facts={given ? [{ key: 'permission', label: t('permission'), value: permission }, ...facts] : facts} />
      {own ? <AskAgain ticket={ticket} /> : null}
    </Surface>
  );
}

function useFacts(ticket: Ticket, type: TicketType): Fact[] {
  const { t } = useTranslation('tickets');
  const { can } = useAuth();
  const fact = (key: string, label: string, value: Fact['value']): Fact => ({ key, label, value });
  const linked = (kind: 'commandAcl' | 'session', need: string, object: unknown, text: string) => {
    const id = (object as { id?: string } | null)?.id;
    if (!id || !can(need)) return text || '-';
    return <Link to={`${pageOf(kind, id)}?oid=${ticket.org_id}`}>{text}</Link>;
  };
  const common = [
    fact('applicant', t('applicant'), ticket.rel_snapshot.applicant ?? '-'),
    fact('date', t('askedAt'), <ExactTimeCell value={ticket.date_created} />),
  ];
  if (type === 'login_confirm')
    return [
      ...common,
      fact('ip', t('address'), String(ticket.apply_login_ip ?? '-')),
      ...(ticket.apply_login_city ? [fact('city', t('city'), String(ticket.apply_login_city))] : []),
    ];
  const organisation = fact('org', t('organisation'), ticket.org_name || '-');
  if (type === 'login_asset_confirm')
    return [
      ...common,
      fact('asset', t('asset'), ticket.rel_snapshot.apply_login_asset ?? '-'),
      fact('account', t('account'), String(ticket.apply_login_account)),
      organisation,
    ];
  const session = ticket.apply_from_session as { id?: string } | null;
  return [
    ...common,
    fact('asset', t('asset'), String(ticket.apply_run_asset)),
    fact('account', t('account'), String(ticket.apply_run_account)),
    fact('session', t('session'), linked('session', 'terminal.view_session', session, session?.id?.slice(0, 8) ?? '')),
    fact(
      'rule',
      t('rule'),
      linked(
        'commandAcl',
        'acls.view_commandfilteracl',
        ticket.apply_from_cmd_filter_acl,
        ticket.rel_snapshot.apply_from_cmd_filter_acl ?? '',
      ),
    ),
    organisation,
  ];
}
