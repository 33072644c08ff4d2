import { EmptyState, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Input, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useDebounced } from '../../data/useDebounced.ts';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { pageOf } from '../resources.ts';

const PAGE = 10;

type Side = 'user' | 'asset';
interface Effective {
  id: string;
  name: string;
}

const CALLS: Readonly<Record<Side, (id: string, search: string, signal: AbortSignal) => Promise<Effective[]>>> = {
  user: async (id, search, signal) =>
    (await client.assetPermissions.users(id, { search }, { signal })).map((row) => ({ id: row.user, name: row.user_display })),
  asset: async (id, search, signal) =>
    (await client.assetPermissions.assets(id, { search }, { signal })).map((row) => ({ id: row.asset, name: row.asset_display })),
};

/**
 * Everybody, or everything, a permission comes down to: members of groups and assets below nodes included
 * (docs/wire/permissions.md#what-a-permission-comes-to).
 */
export function EffectiveTable({ id, side }: { id: string; side: Side }) {
  const { t } = useTranslation(['features', 'screens']);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const list = useQuery({
    // Below the key of lists, so that it is asked again when a relation changes.
    queryKey: ['list', ...keyOf('assetPermissions', side === 'user' ? 'users' : 'assets', id, { search })],
    queryFn: ({ signal }) => CALLS[side](id, search, signal),
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
          rowKey="id"
          size="small"
          loading={list.isPending}
          dataSource={list.data ?? []}
          locale={{
            emptyText: (
              <EmptyState
                title={list.error ? errorMessage(list.error) : t('screens:relation.none')}
                text={list.error ? undefined : t(`belongs.effective.${side}`)}
              />
            ),
          }}
          columns={[
            {
              key: 'name',
              title: t(`noun:${side}.title`),
              ellipsis: true,
              render: (_: unknown, row) => <Link to={pageOf(side, row.id)}>{row.name}</Link>,
            },
          ]}
          pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
        />
      </div>
    </Surface>
  );
}
