import type { Row } from '@postern/client/api';
import { Button, EmptyState, PageHeader, RelativeTime, SkeletonRows, StatusTag, Surface } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Table } from 'antd';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { useRunAction } from '../data/useRunAction.ts';
import { currentLanguage } from '../i18n/language.ts';
import { errorMessage } from '../session/errors.ts';
import { client } from '../session/http.ts';
import { useUnless } from '../session/useRefusals.ts';
import { RenewDialog } from './RenewDialog.tsx';
import './profile.css';

type Sponsored = Row<'sponsored'>;

const LIST = keyOf('sponsored', 'list');

/** People from outside for whom the person answers: renewed, or let end (docs/behaviour/profile.md#people-i-sponsor). */
export function SponsoredPeople() {
  const { t } = useTranslation('profile');
  const people = useQuery({ queryKey: LIST, queryFn: ({ signal }) => client.sponsored.list({}, { signal }) });
  const queries = useQueryClient();
  const [renewing, setRenewing] = useState<Sponsored>();
  const reload = () => queries.invalidateQueries({ queryKey: LIST });
  return (
    <>
      <PageHeader title={t('sponsored.title')} help={t('sponsored.help')} />
      <Surface flush>
        {people.isPending ? <SkeletonRows label={t('shell:loading')} rows={3} /> : null}
        {people.isError ? (
          <EmptyState
            title={errorMessage(people.error)}
            action={<Button onClick={() => void people.refetch()}>{t('shell:retry')}</Button>}
          />
        ) : null}
        {people.data ? <PeopleTable rows={people.data} onRenew={setRenewing} onDecided={reload} /> : null}
      </Surface>
      {renewing ? <RenewDialog person={renewing} onSaved={reload} onClose={() => setRenewing(undefined)} /> : null}
    </>
  );
}

interface TableProps {
  rows: Sponsored[];
  onRenew: (row: Sponsored) => void;
  onDecided: () => Promise<unknown>;
}

function PeopleTable({ rows, onRenew, onDecided }: TableProps) {
  const { t } = useTranslation('profile');
  const unless = useUnless();
  const runAction = useRunAction();
  const letEnd = async (row: Sponsored) => {
    const question = {
      title: t('sponsored.letEndTitle', { name: row.name }),
      text: t('sponsored.letEndText'),
      verb: t('sponsored.letEnd'),
    };
    if (await runAction(() => client.sponsored.letend(row.id), { question, done: t('sponsored.noted') })) await onDecided();
  };
  const date = (value: string) => <RelativeTime value={value} language={currentLanguage().tag} />;
  return (
    <Table
      rowKey="id"
      dataSource={rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <EmptyState icon={Users} title={t('sponsored.empty')} text={t('sponsored.emptyText')} /> }}
      columns={[
        {
          title: t('sponsored.person'),
          dataIndex: 'name',
          render: (_, row) => (
            <>
              {row.name} <span className="s-empty">{row.username}</span>
            </>
          ),
        },
        { title: t('sponsored.ends'), dataIndex: 'date_expired', render: date },
        { title: t('field.status'), key: 'state', render: (_, row) => <State row={row} /> },
        {
          title: t('sponsored.sponsor'),
          dataIndex: 'sponsor',
          render: (name: string | null) => name ?? <span className="s-empty">{t('sponsored.none')}</span>,
        },
        {
          title: t('sponsored.seen'),
          dataIndex: 'last_login',
          render: (seen: string | null) => (seen ? date(seen) : <span className="s-empty">{t('sponsored.never')}</span>),
        },
        {
          title: t('keys.actions'),
          key: 'actions',
          align: 'right',
          render: (_, row) => (
            <>
              <Button type="link" size="small" onClick={() => onRenew(row)}>
                {t('sponsored.renew')}
              </Button>
              <Button type="link" size="small" refused={unless(!row.is_let_end, 'refused:letEnd')} onClick={() => void letEnd(row)}>
                {t('sponsored.letEnd')}
              </Button>
            </>
          ),
        },
      ]}
    />
  );
}

function State({ row }: { row: Sponsored }) {
  const { t } = useTranslation('profile');
  if (row.is_let_end) return <StatusTag tone="neutral">{t('sponsored.ending')}</StatusTag>;
  return row.is_due ? (
    <StatusTag tone="warning">{t('sponsored.due')}</StatusTag>
  ) : (
    <StatusTag tone="success">{t('sponsored.standing')}</StatusTag>
  );
}
