import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { Nothing } from '../../fields/Nothing.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';

export type RoleScope = 'system' | 'org';

export const roleResource = (scope: RoleScope) => (scope === 'system' ? RESOURCES.systemRole : RESOURCES.orgRole);

/** Roles of the whole system and of organisations (docs/behaviour/people.md#roles). */
export function RoleList() {
  const { t } = useTranslation('features');
  return (
    <TabbedPage
      title={t('noun:role.title')}
      help={t('roles.empty')}
      tabs={[
        {
          name: 'SysRoleList',
          title: t('roles.system'),
          permissions: ['rbac.view_systemrole'],
          render: () => <RoleTable key="system" scope="system" />,
        },
        {
          name: 'OrgRoleList',
          title: t('roles.org'),
          permissions: ['rbac.view_orgrole'],
          render: () => <RoleTable key="org" scope="org" />,
        },
      ]}
    />
  );
}

function RoleTable({ scope }: { scope: RoleScope }) {
  const { t } = useTranslation('features');
  const unless = useUnless();
  const resource = roleResource(scope);
  return (
    <ResourceList
      definition={{
        resource,
        global: true,
        bulkDelete: false,
        transfer: { modes: ['create'] },
        create: `${resource.path}/create?scope=${scope}`,
        exclude: ['name', 'permissions', 'scope'],
        defaults: ['display_name', 'users_amount', 'builtin', 'comment'],
        min: ['display_name'],
        facts: ['users_amount', 'builtin'],
        cells: {
          display_name: { width: 220 },
          users_amount: { width: 120, align: 'end' },
          builtin: {
            width: 120,
            render: (role) => (role.builtin === true ? <StatusTag tone="info">{t('roles.builtin')}</StatusTag> : <Nothing />),
          },
          comment: { width: 300 },
        },
        search: { exclude: ['scope'] },
        linkTo: (role) => `${resource.path}/${role.id}?scope=${scope}`,
        update: (role) => unless(role.builtin !== true, 'refused:builtIn'),
        updateTo: (role) => `${resource.path}/${role.id}/update?scope=${scope}`,
        delete: (role) => unless(role.builtin !== true, 'refused:builtIn'),
        cloneTo: (role) => `${resource.path}/create?scope=${scope}&clone_from=${role.id}`,
        empty: t('roles.empty'),
      }}
    />
  );
}
