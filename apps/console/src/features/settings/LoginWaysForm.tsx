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

/** Links by which other systems send people in. */
export function LoginLinksForm() {
  const { t } = useTranslation('settings');
  return (
    <SettingForm
      category="sso"
      groups={[{ title: t('ways.links'), purpose: t('ways.linksPurpose'), fields: ['AUTH_SSO', 'AUTH_SSO_AUTHKEY_TTL'] }]}
    />
  );
}
