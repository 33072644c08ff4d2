import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { refreshProfile } from '../../startup/start.ts';
import { RESOURCES } from '../resources.ts';

export function OrganizationForm() {
  const { t } = useTranslation('features');
  const { id } = useParams();
  return (
    <ResourceForm
      definition={{
        resource: RESOURCES.organization,
        id,
        groups: [{ title: t('organizations.basic'), fields: ['name', 'comment'] }],
        next: () => {
          // The selector offers the organisations of the profile.
          void refreshProfile();
          return RESOURCES.organization.path;
        },
      }}
    />
  );
}
