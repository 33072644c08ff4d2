import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { refreshProfile } from '../../startup/start.ts';
import { RESOURCES } from '../resources.ts';

export function OrganizationForm() {
  const { t } = useTranslation('features');
  return (
    <FormPage
      resource={RESOURCES.organization}
      groups={[{ title: t('organizations.basic'), fields: ['name', 'comment'] }]}
      next={() => {
        // The selector offers the organisations of the profile.
        void refreshProfile();
        return RESOURCES.organization.path;
      }}
    />
  );
}
