import { CopyableText, EmptyState, PageHeader, RelativeTime, SkeletonRows, StatusTag, Surface, toast, useConfirm } from '@postern/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/language.ts';
import { SecretText } from '../screens/confirm/SecretText.tsx';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { Can, useCan } from '../session/auth.tsx';
import { errorMessage, showError } from '../session/errors.ts';
import { http } from '../session/http.ts';

interface AccessKey {
  id: string;
  secret: string;
  is_active: boolean;
  date_created: string;
}

const PATH = 'authentication/access-keys/';
const QUERY = ['access-keys'];

/** The person's keys for signed API requests (screens/profile.md §4). */
export function ApiKeys() {
  const { t } = useTranslation('profile');
  const keys = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => http.get<AccessKey[]>(PATH, { signal }) });
  const client = useQueryClient();
  const { guarded, dialog } = useIdentityCheck();
  const create = useMutation({
    // A key outlives this login: who asks for one proves who they are (docs/decisions/0033).
    mutationFn: () => guarded(() => http.post(PATH).then(() => true)),
    onSuccess: async (made) => {
      if (!made) return;
      toast.success(t('keys.created'));
      await client.invalidateQueries({ queryKey: QUERY });
    },
  });
  const add = (
    <Can need="authentication.add_accesskey">
      <Button type="primary" loading={create.isPending} onClick={() => create.mutate()}>
        {t('keys.create')}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t('keys.title')} help={t('keys.help')} actions={add} />
      <Surface flush>
        {keys.isPending ? <SkeletonRows label={t('shell:loading')} rows={3} /> : null}
        {keys.isError ? (
          <EmptyState title={errorMessage(keys.error)} action={<Button onClick={() => void keys.refetch()}>{t('shell:retry')}</Button>} />
        ) : null}
        {keys.data ? <KeyTable rows={keys.data} /> : null}
      </Surface>
      {dialog}
    </>
  );
}

function KeyTable({ rows }: { rows: AccessKey[] }) {
  const { t } = useTranslation('profile');
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  return (
    <Table
      rowKey="id"
      dataSource={rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <EmptyState icon={KeyRound} title={t('keys.empty')} text={t('keys.emptyText')} /> }}
      columns={[
        { title: t('keys.id'), dataIndex: 'id', render: (id: string) => <CopyableText mono value={id} labels={labels} /> },
        { title: t('keys.secret'), dataIndex: 'secret', render: (secret: string) => <SecretText name="secret" secret={secret} /> },
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
        { title: t('keys.actions'), key: 'actions', align: 'right', render: (_, row) => <KeyActions row={row} /> },
      ]}
    />
  );
}

function KeyActions({ row }: { row: AccessKey }) {
  const { t } = useTranslation('profile');
  const confirm = useConfirm();
  const client = useQueryClient();
  const mayChange = useCan('authentication.change_accesskey');
  const reload = () => client.invalidateQueries({ queryKey: QUERY });
  const toggle = useMutation({
    mutationFn: () => http.patch(`${PATH}${row.id}/`, { is_active: !row.is_active }),
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
      run: () => http.del(`${PATH}${row.id}/`).then(reload, showError),
    });
  return (
    <>
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
