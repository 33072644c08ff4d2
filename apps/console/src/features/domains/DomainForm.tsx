import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { useCan } from '../../session/auth.tsx';
import { AssetsInput } from '../assets/AssetsInput.tsx';
import { TAKES_DOMAIN } from '../assets/asset-kinds.ts';
import { RESOURCES } from '../resources.ts';

export function DomainForm() {
  const { t } = useTranslation('assets');
  const maySee = useCan('accounts.view_accountsecret');
  return (
    <FormPage
      resource={RESOURCES.domain}
      hint={maySee ? undefined : t('destination.domain')}
      groups={[{ title: t('domain.basic'), fields: ['name', 'assets', 'comment'] }]}
      fields={{
        name: { rules: ['noEmoji'] },
        // Platforms that take no domain have no place here, and a gateway comes to its domain by itself.
        assets: { Input: AssetsInput, props: { within: TAKES_DOMAIN } },
      }}
      initial={{ assets: [] }}
    />
  );
}
