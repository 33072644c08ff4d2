import { addressOf } from '@postern/client/api';
import { EmptyState } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { ReferenceInput } from '../../fields/reference/ReferenceInput.tsx';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { useAuth, useOrg, usePublicSettings } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { orgsOf } from '../../startup/views.ts';
import { AccountsInput } from '../permissions/AccountsInput.tsx';
import { wireAccounts } from '../permissions/account-choice.ts';
import { RESOURCES } from '../resources.ts';
import { type Request, ticketPage } from './tickets.ts';

const MS = { day: 86_400_000, hour: 3_600_000 } as const;
const OPEN = addressOf('applyAssetTickets', 'open');

/** Somebody asks for access: to what, as whom, to do what, for how long (docs/behaviour/tickets.md#asking-for-access). `?like=` begins with an earlier request. */
export function RequestForm() {
  const { t } = useTranslation('tickets');
  const [params] = useSearchParams();
  const settings = usePublicSettings();
  const like = params.get('like');
  const earlier = useQuery({
    queryKey: ['detail', addressOf('applyAssetTickets'), like],
    queryFn: ({ signal }) => client.applyAssetTickets.retrieve(String(like), {}, { signal }) as unknown as Promise<Request>,
    enabled: like !== null,
    retry: false,
  });
  if (settings.TICKET_OFFERED === 'nothing') return <EmptyState icon={FileQuestion} title={t('ask')} text={t('nothingOffered')} />;
  if (like !== null && earlier.isPending) return null;
  return <Form key={like} earlier={earlier.data} title={t('ask')} />;
}

function Form({ earlier, title }: { earlier: Request | undefined; title: string }) {
  const { t } = useTranslation('tickets');
  const { profile } = useAuth();
  const settings = usePublicSettings();
  const { org: current } = useOrg();
  const orgs = orgsOf('workbench', profile);
  const home = orgs.find(({ id }) => id === current?.id) ?? orgs[0];
  const begin = new Date();
  const unit = settings.TICKET_AUTHORIZE_DEFAULT_TIME_UNIT === 'hour' ? MS.hour : MS.day;
  const lasts = earlier
    ? Date.parse(earlier.apply_date_expired) - Date.parse(earlier.apply_date_start)
    : Number(settings.TICKET_AUTHORIZE_DEFAULT_TIME ?? 7) * unit;
  const named = (what: 'assets' | 'nodes'): FieldSpec => ({
    Input: ReferenceInput,
    props: ({ org_id }: Values) => ({ url: addressOf('applyAssetTickets', what, { org_id: String(org_id ?? '') }), multiple: true }),
  });
  return (
    <ResourceForm
      definition={{
        resource: { ...RESOURCES.ticket, path: '/tickets/my-tickets' },
        url: OPEN,
        title,
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
          title: earlier?.title ?? '',
          org_id: earlier?.org_id ?? home?.id,
          apply_nodes: earlier?.apply_nodes ?? [],
          apply_assets: earlier?.apply_assets ?? [],
          apply_accounts: earlier?.apply_accounts ?? ['@ALL'],
          apply_actions: earlier?.apply_actions ?? ['all'],
          apply_date_start: begin.toISOString(),
          apply_date_expired: new Date(begin.getTime() + lasts).toISOString(),
          comment: earlier?.comment ?? '',
        },
        fields: {
          org_id: { Input: OrganisationInput, label: t('organisation') },
          apply_nodes: named('nodes'),
          apply_assets: named('assets'),
          apply_accounts: { Input: AccountsInput },
          comment: { label: t('reason') },
        },
        follow: (changed) => ('org_id' in changed ? { apply_nodes: [], apply_assets: [] } : {}),
        prepare: (values) => ({ ...values, apply_accounts: wireAccounts(values.apply_accounts) }),
      }}
    />
  );
}

/** The organisation in which access is asked for, with who decides there. */
function OrganisationInput(props: InputProps) {
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
