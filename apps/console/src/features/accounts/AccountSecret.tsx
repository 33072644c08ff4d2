import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../screens/confirm/SecretDialog.tsx';
import { useMetadata } from '../../screens/data/useMetadata.ts';
import { type Row, titleOf } from '../../screens/model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';

/** The secret of an account, behind the identity check; each look is audited by the server. */
export function AccountSecret({ account, onClose }: { account: Row; onClose: () => void }) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const client = useQueryClient();
  const fields = useMetadata(RESOURCES.account.url).data?.actions.GET;
  return (
    <SecretDialog
      url={`accounts/account-secrets/${account.id}/`}
      name={titleOf(account)}
      labels={{
        name: fields?.name?.label ?? t('accounts.name'),
        username: fields?.username?.label ?? t('accounts.username'),
        fingerprint: t('accounts.fingerprint'),
        created: fields?.date_created?.label ?? '',
        updated: fields?.date_updated?.label ?? '',
      }}
      editUrl={can('accounts.change_account') && !isRoot ? `${RESOURCES.account.url}${account.id}/` : undefined}
      history={can('accounts.view_accountsecret')}
      onClose={onClose}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: ['list'] });
        void client.invalidateQueries({ queryKey: ['detail'] });
      }}
    />
  );
}
