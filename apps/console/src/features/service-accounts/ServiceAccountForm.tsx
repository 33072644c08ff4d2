import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { CHOICES } from '../choices.ts';
import { RESOURCES } from '../resources.ts';

/** How long an account works, until whoever fills the form in says otherwise. */
const YEAR_MS = 365 * 86_400_000;

export function ServiceAccountForm() {
  const { t } = useTranslation('features');
  return (
    <FormPage
      resource={RESOURCES.serviceAccount}
      groups={[
        { title: t('programs.basic'), purpose: t('programs.purpose'), fields: ['name', 'comment'] },
        { title: t('programs.reach'), fields: ['org_roles', 'sponsor', 'date_expired', 'is_active'] },
      ]}
      fields={{
        org_roles: { props: { url: CHOICES.orgRoles }, help: t('programs.rolesHelp') },
        // Required of programs that call the API; here it stands filled in, and emptied it says that there is no end.
        date_expired: { required: false, help: t('programs.endHelp') },
      }}
      initial={{ is_active: true, date_expired: new Date(Date.now() + YEAR_MS).toISOString() }}
    />
  );
}
