import { addressOf } from '@postern/client/api';
import { EmptyState, exactTime } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { ReferenceInput } from '../../fields/reference/ReferenceInput.tsx';
import { currentLanguage } from '../../i18n/language.ts';
import { relatedIds } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { useAuth, useOrg, usePublicSettings } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { orgsOf } from '../../startup/views.ts';
import { AccountsInput } from '../permissions/AccountsInput.tsx';
import { wireAccounts } from '../permissions/account-choice.ts';
import { RESOURCES } from '../resources.ts';
import { againDates, type Earlier, useEarlier } from './earlier.ts';
import { ticketPage } from './tickets.ts';

const MS = { day: 86_400_000, hour: 3_600_000 } as const;
const OPEN = addressOf('applyAssetTickets', 'open');

/**
 * Somebody asks for access: to what, as whom, to do what, for how long (docs/behaviour/tickets.md#asking-for-access). `?like=` begins with an earlier
 * request, `?renew=` goes on with what it gave.
 */
export function RequestForm() {
  const { t } = useTranslation('tickets');
  const [params] = useSearchParams();
  const settings = usePublicSettings();
  const renew = params.get('renew');
  const { pending, earlier } = useEarlier(renew ?? params.get('like'));
  if (settings.TICKET_OFFERED === 'nothing') return <EmptyState icon={FileQuestion} title={t('ask')} text={t('nothingOffered')} />;
  if (pending) return null;
  const renews = renew !== null && earlier?.grantEnds !== undefined;
  return <Form key={params.toString()} earlier={earlier} renews={renews} />;
}

/** What somebody has to know of the earlier request before they send this one. */
function useHint(earlier: Earlier | undefined, renews: boolean): string | undefined {
  const { t } = useTranslation('tickets');
  const lines = [
    ...(renews && earlier ? [t('renews', { date: exactTime(earlier.grantEnds, currentLanguage().tag) })] : []),
    ...(earlier && earlier.gone.length > 0 ? [t('goneSince', { names: earlier.gone.join(', ') })] : []),
  ];
  return lines.join(' ') || undefined;
}

function Form({ earlier, renews }: { earlier: Earlier | undefined; renews: boolean }) {
  const { t } = useTranslation('tickets');
  const { profile } = useAuth();
  const settings = usePublicSettings();
  const { org: current } = useOrg();
  const orgs = orgsOf('workbench', profile);
  const home = orgs.find(({ id }) => id === current?.id) ?? orgs[0];
  const hint = useHint(earlier, renews);
  const unit = settings.TICKET_AUTHORIZE_DEFAULT_TIME_UNIT === 'hour' ? MS.hour : MS.day;
  const usual = { start: new Date(), lasts: Number(settings.TICKET_AUTHORIZE_DEFAULT_TIME ?? 7) * unit };
  const { start: begin, lasts } = earlier ? againDates(earlier, renews, usual.start) : usual;
  const before = earlier?.request;
  return (
    <ResourceForm
      definition={{
        resource: { ...RESOURCES.ticket, path: '/tickets/my-tickets' },
        url: OPEN,
        title: renews ? t('renew') : t('ask'),
        hint,
        listTo: '/tickets/my-tickets',
        next: () => '/tickets/my-tickets',
        link: (saved) => ticketPage({ id: String(saved.id), type: 'apply_asset' }),
        saveAndAdd: true,
        groups: [
          { title: t('basic'), fields: ['title', 'org_id'] },
          { title: t('wanted'), purpose: t('wantedPurpose'), fields: ['apply_nodes', 'apply_assets', 'apply_accounts', 'apply_actions'] },
          { title: t('howLong'), fields: ['apply_date_start', 'apply_date_expired', 'comment'] },
        ],
        initial: {
          title: before?.title ?? '',
          org_id: before?.org_id ?? home?.id,
          apply_nodes: earlier?.nodes ?? [],
          apply_assets: earlier?.assets ?? [],
          apply_accounts: before?.apply_accounts ?? ['@ALL'],
          apply_actions: before?.apply_actions ?? ['all'],
          apply_date_start: begin.toISOString(),
          apply_date_expired: new Date(begin.getTime() + lasts).toISOString(),
          comment: before?.comment ?? '',
        },
        fields: {
          org_id: { Input: OrganisationInput, label: t('organisation') },
          apply_nodes: offered('nodes'),
          apply_assets: offered('assets'),
          apply_accounts: { Input: AccountsInput },
          comment: { label: t('reason') },
        },
        follow: (changed) => ('org_id' in changed ? { apply_nodes: [], apply_assets: [] } : {}),
        prepare: (values) => ({
          ...values,
          // An earlier request fills them in with their names, which the server does not read.
          apply_nodes: relatedIds(values.apply_nodes),
          apply_assets: relatedIds(values.apply_assets),
          apply_accounts: wireAccounts(values.apply_accounts),
          renews: renews ? (before?.id ?? null) : null,
        }),
      }}
    />
  );
}

/** What may be asked for in the organisation of the form. */
export const offered = (what: 'assets' | 'nodes'): FieldSpec => ({
  Input: ReferenceInput,
  props: ({ org_id }: Values) => ({ url: addressOf('applyAssetTickets', what, { org_id: String(org_id ?? '') }), multiple: true }),
});

/** The organisation in which access is asked for, with who decides there. */
export function OrganisationInput(props: InputProps) {
  const { t } = useTranslation('tickets');
  const { profile } = useAuth();
  const options = orgsOf('workbench', profile).map(({ id, name }) => ({ value: id, label: name }));
  const org = typeof props.value === 'string' ? props.value : undefined;
  const levels = useQuery({
    queryKey: keyOf('applyAssetTickets', 'deciders', { org_id: org ?? '' }),
    queryFn: ({ signal }) => client.applyAssetTickets.deciders({ org_id: org ?? '' }, { signal }),
    enabled: org !== undefined,
    retry: false,
  });
  return (
    <div className="s-stack">
      <Select
        {...controlProps(props)}
        aria-label={props.info.label}
        options={options}
        value={org}
        notFoundContent={t('nowhere')}
        onChange={(id: string) => props.onChange?.(id)}
      />
      {(levels.data ?? []).map(({ level, people }) => (
        <small key={level} role={people.length === 0 ? 'alert' : undefined}>
          {people.length === 0
            ? t('nobodyDecides', { level })
            : t('decides', { level, people: people.slice(0, 4).join(', '), count: people.length })}
        </small>
      ))}
    </div>
  );
}
