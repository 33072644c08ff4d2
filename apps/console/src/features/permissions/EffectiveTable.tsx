import { EmptyState, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Input, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDebounced } from '../../screens/data/useDebounced.ts';
import { errorMessage } from '../../session/errors.ts';
import { http } from '../../session/http.ts';
import { pageOf, RESOURCES } from '../resources.ts';

const PAGE = 10;

type Side = 'user' | 'asset';
type Effective = Record<Side | `${Side}_display`, string>;

/**
 * Everybody, or everything, a permission comes down to: members of groups and assets below nodes included
 * (docs/wire/permissions.md#what-a-permission-comes-to).
 */
export function EffectiveTable({ id, side }: { id: string; side: Side }) {
  const { t } = useTranslation(['features', 'screens']);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const url = `${RESOURCES.permission.url}${id}/${side}s/all/`;
  const list = useQuery({
    // Below the key of lists, so that it is asked again when a relation changes.
    queryKey: ['list', url, search],
    queryFn: ({ signal }) => http.get<Effective[]>(url, { query: { search }, signal }),
    placeholderData: (before) => before,
  });
  const title = t(side === 'user' ? 'permissions.effectiveUsers' : 'permissions.effectiveAssets');
  return (
    <Surface title={title}>
      <div className="s-stack">
        <Input
          allowClear
          value={typed}
          maxLength={256}
          placeholder={t('screens:list.search')}
          aria-label={t('screens:list.search')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Table<Effective>
          rowKey={side}
          size="small"
          loading={list.isPending}
          dataSource={list.data ?? []}
          locale={{ emptyText: <EmptyState title={list.error ? errorMessage(list.error) : t('screens:relation.none')} /> }}
          columns={[
            {
              key: 'name',
              title: t(`noun.${side}.title`),
              ellipsis: true,
              render: (_: unknown, row) => <Link to={pageOf(side, row[side])}>{row[`${side}_display`]}</Link>,
            },
          ]}
          pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
        />
      </div>
    </Surface>
  );
}
