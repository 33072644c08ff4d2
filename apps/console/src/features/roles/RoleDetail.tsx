import { addressOf } from '@postern/client/api';
import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { collectionAt } from '../../session/http.ts';
import { useRefusals, useUnless } from '../../session/useRefusals.ts';
import { userLabel } from '../shared-labels.ts';
import { PermissionTree } from './PermissionTree.tsx';
import { type RoleScope, roleResource } from './RoleList.tsx';
import { scopeOf } from './scope.ts';

interface Role extends Row {
  display_name: string;
  builtin: boolean;
}

export function RoleDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const unless = useUnless();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const scope = scopeOf(params);
  const resource = roleResource(scope);
  return (
    <ResourceDetail<Role>
      definition={{
        resource,
        id,
        global: true,
        keep: ['scope'],
        facts: (role) => (
          <>
            {role.builtin && (
              <StatusTag tone="info" boxed>
                {t('roles.builtin')}
              </StatusTag>
            )}
            <span>{t(scope === 'system' ? 'roles.system' : 'roles.org')}</span>
          </>
        ),
        update: (role) => unless(!role.builtin, 'refused:builtIn'),
        updateTo: (role) => `${resource.path}/${role.id}/update?scope=${scope}`,
        delete: (role) => unless(!role.builtin, 'refused:builtIn'),
        tabs: (role, detail) => [
          {
            name: 'RoleInfo',
            title: t('screens:detail.basic'),
            render: () => (
              <div className="s-columns-2">
                <PermissionTree id={id} scope={scope} builtin={role.builtin} onSaved={detail.refresh} />
                <AutoCard
                  url={resource.url}
                  row={role}
                  title={t('screens:detail.basic')}
                  fields={['display_name', 'scope', 'created_by', 'date_created', 'date_updated', 'comment']}
                />
              </div>
            ),
          },
          {
            name: 'RoleUsers',
            title: t('roles.users'),
            permissions: [`rbac.view_${scope}rolebinding`],
            render: () => <RoleUsers role={role} scope={scope} detail={detail} />,
          },
        ],
      }}
    />
  );
}

/** Who has the role; given and taken here. */
function RoleUsers({ role, scope, detail }: { role: Role; scope: RoleScope; detail: DetailModel<Role> }) {
  const { t } = useTranslation('features');
  const { without, inRoot } = useRefusals();
  const url = `rbac/${scope}-role-bindings/`;
  const resource = { ...roleResource(scope), url, model: `${scope}rolebinding`, noun: 'binding' };
  return (
    <div className="s-columns-2">
      <ResourceList
        definition={{
          resource,
          query: { role: String(role.id) },
          empty: t('belongs.holders'),
          syncUrl: false,
          global: true,
          create: false,
          update: false,
          clone: false,
          linkTo: false,
          columns: scope === 'org' ? ['user_display', 'org_name'] : ['user_display'],
          min: ['user_display'],
          facts: ['org_name'],
          cells: { user_display: { width: 260 } },
          search: {
            metadata: false,
            extra: [
              { key: 'user__username', label: t('permissions.userName') },
              { key: 'user__name', label: t('noun:user.one') },
            ],
          },
        }}
      />
      <RelationCard
        title={t('roles.addUsers')}
        url={addressOf('users', 'list', { fields_size: 'mini', order: 'name', ...(scope === 'system' ? { oid: 'root' } : {}) })}
        labelOf={userLabel}
        refused={without(`rbac.add_${scope}rolebinding`) || (scope === 'org' && inRoot)}
        add={(ids) =>
          collectionAt(url)
            .create(ids.map((user) => ({ user, role: role.id, scope })))
            .then(detail.refresh)
        }
      />
    </div>
  );
}
