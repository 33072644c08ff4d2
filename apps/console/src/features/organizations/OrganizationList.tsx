import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Row, titleOf } from '../../model/resource.ts';
import type { ColumnSpec } from '../../screens/list/list-definition.ts';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { client } from '../../session/http.ts';
import { SYSTEM_ORG_ID } from '../../session/organisations.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { refreshProfile } from '../../startup/start.ts';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

const amountOf = (row: Row, key: string): number =>
  Number((row.resource_statistics as Readonly<Record<string, number>> | null | undefined)?.[key] ?? 0);

/** Organisations with what they hold (docs/behaviour/settings.md#organisations). The selector follows what is done here. */
export function OrganizationList() {
  const { t } = useTranslation(['features', 'people', 'screens']);
  const { without, unless } = useRefusals();
  const amount = (key: string, title: string): ColumnSpec => ({
    title,
    width: 96,
    align: 'end',
    render: (row) => amountOf(row, key),
    text: (row) => String(amountOf(row, key)),
  });
  return (
    <ListPage
      help={t('organizations.empty')}
      resource={RESOURCES.organization}
      global
      transfer={false}
      exclude={['resource_statistics', 'is_root']}
      extra={['users_amount', 'groups_amount', 'assets_amount', 'asset_perms_amount']}
      defaults={['name', 'users_amount', 'groups_amount', 'assets_amount', 'asset_perms_amount', 'comment']}
      min={['name']}
      facts={['users_amount', 'assets_amount']}
      cells={{
        is_default: { Cell: WhenTrue },
        comment: { width: 260 },
        users_amount: amount('users_amount', t('noun:user.title')),
        groups_amount: amount('groups_amount', t('noun:group.title')),
        assets_amount: amount('assets_amount', t('noun:asset.title')),
        asset_perms_amount: amount('asset_perms_amount', t('users.permissions')),
      }}
      delete={false}
      rowActions={[
        {
          id: 'delete',
          label: t('screens:action.delete'),
          icon: <Trash2 size={14} />,
          danger: true,
          // The built-in ones stay (docs/wire/organisations.md#deleting).
          refused: (row) =>
            without('orgs.delete_organization') || unless(row.is_default !== true && row.id !== SYSTEM_ORG_ID, 'refused:builtIn'),
          confirm: (row) => ({
            title: t('screens:delete.title', { noun: t('noun:organization.one'), name: titleOf(row) }),
            text: t('people:organizationDelete'),
            verb: t('screens:action.delete'),
          }),
          run: (row) => client.orgs.destroy(String(row.id)).then(refreshProfile),
          done: t('screens:delete.done', { name: t('noun:organization.one') }),
        },
      ]}
      empty={t('organizations.empty')}
    />
  );
}
