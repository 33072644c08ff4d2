import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { roleResource } from './RoleList.tsx';
import { scopeOf } from './scope.ts';

/** Name and comment; the rights are set on the role's page, where the form leads. */
export function RoleForm() {
  const { t } = useTranslation('features');
  const { id } = useParams();
  const [params] = useSearchParams();
  const scope = scopeOf(params);
  const resource = roleResource(scope);
  return (
    <ResourceForm
      definition={{
        resource,
        id,
        saveAndAdd: false,
        partial: true,
        // A name that is taken in its scope is told of the two together.
        errorAlias: { non_field_errors: 'name' },
        groups: [{ title: t('roles.basic'), purpose: t('roles.basicPurpose'), fields: ['name', 'comment', 'scope'] }],
        // The tab it was opened from decides; the server wants it said.
        fields: { scope: { only: 'create', shown: () => false } },
        initial: { scope },
        next: (role) => `${resource.path}/${String(role.id)}?scope=${scope}`,
      }}
    />
  );
}
