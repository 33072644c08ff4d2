import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

export function GroupForm() {
  const { t } = useTranslation('features');
  return (
    <FormPage
      resource={RESOURCES.group}
      groups={[{ title: t('groups.basic'), fields: ['name', 'users', 'comment'] }]}
      fields={{ users: { props: { url: addressOf('users', 'list', { fields_size: 'mini', order: 'name' }), labelOf: userLabel } } }}
      initial={{ users: [] }}
    />
  );
}
