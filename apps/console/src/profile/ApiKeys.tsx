import { addressOf, type Row } from '@postern/client/api';
import { CopyableText, PageHeader, RelativeTime, SkeletonRows, StatusTag, Surface, useConfirm } from '@postern/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { currentLanguage } from '../i18n/language.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { Can, useCan } from '../session/auth.tsx';
import { showError } from '../session/errors.ts';
import { client, collectionAt } from '../session/http.ts';
import { FREE, type KeyTerms, LimitsButton, LimitsDialog } from './KeyLimits.tsx';
import { MadeOnce } from './MadeOnce.tsx';
import './profile.css';
import { LoadFailed } from '../data/LoadFailed.tsx';
import { PrivateToken } from './PrivateToken.tsx';
import { ShortTable } from './ShortTable.tsx';

type AccessKey = Row<'accessKeys'>;

/** What the server tells of a new key, once. */
interface NewKey {
  id: string;
  secret: string;
}

const QUERY = keyOf('accessKeys', 'list');

/** The person's keys for signed API requests (docs/behaviour/profile.md#api-keys). A secret is shown when it is made, and never again. */
export function ApiKeys() {
  const { t } = useTranslation('profile');
  const keys = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => client.accessKeys.list({}, { signal }) });
  const queries = useQueryClient();
  const { guarded, dialog } = useIdentityCheck();
  const [fresh, setFresh] = useState<NewKey>();
  const [asking, setAsking] = useState(false);
  // A key outlives this login: who asks for one proves who they are (docs/decisions/0033).
  const create = async (terms: KeyTerms) => {
    const made = await guarded(() => collectionAt<NewKey, KeyTerms>(addressOf('accessKeys')).create(terms));
    if (!made) return false;
    setFresh(made);
    await queries.invalidateQueries({ queryKey: QUERY });
    return true;
  };
  const add = (
    <Can need="authentication.add_accesskey">
      <Button type="primary" onClick={() => setAsking(true)}>
        {t('keys.create')}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t('keys.title')} help={t('keys.help')} actions={add} />
      <div className="profile-stack">
        <Surface flush>
          {keys.isPending ? <SkeletonRows label={t('shell:loading')} rows={3} /> : null}
          {keys.isError ? <LoadFailed title={t('screens:detail.failed')} error={keys.error} onRetry={() => void keys.refetch()} /> : null}
          {keys.data ? <KeyTable rows={keys.data} /> : null}
        </Surface>
        <PrivateToken />
      </div>
      {asking ? (
        <LimitsDialog
          title={t('keys.create')}
          verb={t('keys.make')}
          terms={FREE}
          save={create}
          onSaved={() => undefined}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {dialog}
      {fresh ? (
        <MadeOnce
          title={t('keys.created')}
          once={t('keys.once')}
          name={{ label: t('keys.id'), value: fresh.id }}
          secret={{ value: fresh.secret, file: 'secret' }}
          onClose={() => setFresh(undefined)}
        />
      ) : null}
    </>
  );
}

/** When and from where a key was used; a key that nobody knows of shows here. */
function LastUse({ row }: { row: AccessKey }) {
  const { t } = useTranslation('profile');
  if (!row.date_last_used) return <span className="s-empty">{t('keys.never')}</span>;
  return (
    <>
      <RelativeTime value={row.date_last_used} language={currentLanguage().tag} /> · <span className="p-mono">{row.last_used_from}</span>
    </>
  );
}

function KeyTable({ rows }: { rows: AccessKey[] }) {
  const { t } = useTranslation('profile');
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  return (
    <ShortTable
      rows={rows}
      empty={{ icon: KeyRound, title: t('keys.empty'), text: t('keys.emptyText') }}
      columns={[
        { title: t('keys.id'), dataIndex: 'id', render: (id: string) => <CopyableText mono value={id} labels={labels} /> },
        {
          title: t('field.status'),
          dataIndex: 'is_active',
          render: (on: boolean) => <StatusTag tone={on ? 'success' : 'neutral'}>{on ? t('keys.on') : t('keys.off')}</StatusTag>,
        },
        {
          title: t('keys.made'),
          dataIndex: 'date_created',
          render: (date: string) => <RelativeTime value={date} language={currentLanguage().tag} />,
        },
        { title: t('keys.used'), key: 'used', render: (_, row) => <LastUse row={row} /> },
        { title: t('keys.addresses'), dataIndex: 'ip_group', render: (group: string[]) => <Addresses group={group} /> },
        { title: t('keys.may'), key: 'may', render: (_, row) => <May row={row} /> },
        { title: t('keys.ends'), dataIndex: 'date_expired', render: (end: string | null) => <End end={end} /> },
        { title: t('keys.actions'), key: 'actions', align: 'right', render: (_, row) => <KeyActions row={row} /> },
      ]}
    />
  );
}

/** Where a key may be used from. */
function Addresses({ group }: { group: string[] }) {
  const { t } = useTranslation('profile');
  return group.includes('*') ? <span className="s-empty">{t('keys.anywhere')}</span> : <span className="p-mono">{group.join(', ')}</span>;
}

/** What a key may do of what its owner may. */
function May({ row }: { row: AccessKey }) {
  const { t } = useTranslation('profile');
  const { permissions, is_read_only } = row;
  const rights = permissions.length > 0 ? t('keys.someRights', { count: permissions.length }) : t('keys.allRights');
  return (
    <span className={is_read_only || permissions.length > 0 ? undefined : 's-empty'} title={permissions.join('\n')}>
      {is_read_only ? t('keys.reads', { rights }) : rights}
    </span>
  );
}

/** The moment from which a key opens nothing. */
function End({ end }: { end: string | null }) {
  const { t } = useTranslation('profile');
  if (!end) return <span className="s-empty">{t('keys.noEnd')}</span>;
  return <RelativeTime value={end} language={currentLanguage().tag} />;
}

function KeyActions({ row }: { row: AccessKey }) {
  const { t } = useTranslation('profile');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const mayChange = useCan('authentication.change_accesskey');
  const reload = () => queries.invalidateQueries({ queryKey: QUERY });
  const toggle = useMutation({
    mutationFn: () => client.accessKeys.partialUpdate(row.id, { is_active: !row.is_active }),
    onSuccess: reload,
    onError: showError,
  });
  const remove = () =>
    confirm({
      title: t('keys.deleteTitle'),
      text: t('keys.deleteText'),
      action: t('keys.delete'),
      cancel: t('shell:cancel'),
      danger: true,
      run: () => client.accessKeys.destroy(row.id).then(reload, showError),
    });
  return (
    <>
      {mayChange ? <LimitsButton row={row} onSaved={reload} /> : null}
      {mayChange ? (
        <Button type="link" size="small" loading={toggle.isPending} onClick={() => toggle.mutate()}>
          {row.is_active ? t('keys.disable') : t('keys.enable')}
        </Button>
      ) : null}
      <Button type="link" size="small" danger onClick={() => void remove()}>
        {t('keys.delete')}
      </Button>
    </>
  );
}
