import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

export function GroupForm() {
  const { t } = useTranslation('features');
  const { id } = useParams();
  return (
    <ResourceForm
      definition={{
        resource: RESOURCES.group,
        id,
        groups: [{ title: t('groups.basic'), fields: ['name', 'users', 'comment'] }],
        fields: { users: { props: { url: 'users/users/?fields_size=mini&order=name', labelOf: userLabel } } },
        initial: { users: [] },
      }}
    />
  );
}
