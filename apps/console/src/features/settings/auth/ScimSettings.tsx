import { CopyableText, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { SettingForm } from '../SettingForm.tsx';

/** People and groups that an identity provider keeps: on or off, and what to type there. */
export function ScimSettings() {
  const { t } = useTranslation('settings');
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  return (
    <SettingForm
      category="scim"
      groups={[{ title: t('auth.scim.title'), purpose: t('auth.scim.purpose'), fields: ['SCIM_ENABLED', 'SCIM_USER_SOURCE'] }]}
    >
      <Surface title={t('auth.scim.there')} purpose={t('auth.scim.therePurpose')}>
        <dl className="set-facts">
          <dt>{t('auth.scim.address')}</dt>
          <dd>
            <CopyableText mono value={`${location.origin}/scim/v2`} labels={labels} />
          </dd>
          <dt>{t('auth.scim.token')}</dt>
          <dd>{t('auth.scim.tokenText')}</dd>
        </dl>
      </Surface>
    </SettingForm>
  );
}
