import { useTranslation } from 'react-i18next';
import { SettingForm } from './SettingForm.tsx';

/** Ways to log in that the product itself has beside the password. */
export function LoginWaysForm() {
  const { t } = useTranslation('settings');
  return (
    <SettingForm
      category="auth"
      groups={[{ title: t('ways.temporary'), purpose: t('ways.temporaryPurpose'), fields: ['AUTH_TEMP_TOKEN'] }]}
    />
  );
}
