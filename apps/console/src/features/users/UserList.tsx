import { PageHeader } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

/** People of the organisation; in the global one, of all (screens/console-users.md §1). */
export function UserList() {
  const { t } = useTranslation('features');
  const { profile } = useAuth();
  const definition: ListDefinition = {
    resource: RESOURCES.user,
    global: true,
    exclude: [
      'password',
      'avatar_url',
      'is_service_account',
      'password_strategy',
      'is_otp_secret_key_bound',
      'mfa_enabled',
      'is_superuser',
      'mfa_force_enabled',
    ],
    defaults: ['name', 'username', 'email', 'groups', 'system_roles', 'org_roles', 'source', 'is_valid'],
    min: ['name', 'username'],
    facts: ['username', 'is_valid'],
    cells: {
      login_blocked: { Cell: WhenTrue },
      is_first_login: { Cell: WhenTrue },
      need_update_password: { Cell: WhenTrue },
      is_expired: { Cell: WhenTrue },
      name: { width: 150 },
      username: { width: 120 },
      email: { width: 190 },
      is_valid: { width: 80 },
      source: { width: 84 },
      groups: { width: 120 },
      system_roles: { width: 116 },
      org_roles: { width: 136 },
    },
    // Only a superuser may touch a superuser (contract/users.md §3.1).
    update: (row) => row.is_superuser !== true || profile.is_superuser,
    delete: (row) => (row.is_superuser !== true || profile.is_superuser) && row.id !== profile.id,
    bulkUpdate: ['groups', 'date_expired', 'comment'],
    empty: t('users.empty'),
  };
  return (
    <div className="s-page">
      <PageHeader title={t('noun.user.title')} />
      <ResourceList definition={definition} />
    </div>
  );
}
