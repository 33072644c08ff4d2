import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useMetadata } from '../../data/useMetadata.ts';
import { type Row, titleOf } from '../../model/resource.ts';
import { SecretDialog } from '../../screens/confirm/SecretDialog.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';

/** The secret of an account, behind the identity check; each look is audited by the server. */
export function AccountSecret({ account, onClose }: { account: Row; onClose: () => void }) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const queries = useQueryClient();
  const id = String(account.id);
  const fields = useMetadata(RESOURCES.account.url).data?.actions.GET;
  return (
    <SecretDialog
      read={() => client.accountSecrets.retrieve(id)}
      name={titleOf(account)}
      labels={{
        name: fields?.name?.label ?? t('accounts.name'),
        username: fields?.username?.label ?? t('accounts.username'),
        fingerprint: t('accounts.fingerprint'),
        created: fields?.date_created?.label ?? '',
        updated: fields?.date_updated?.label ?? '',
      }}
      save={can('accounts.change_account') && !isRoot ? (body) => client.accounts.partialUpdate(id, body) : undefined}
      history={
        can('accounts.view_accountsecret')
          ? {
              queryKey: keyOf('accountSecrets', 'histories', id),
              queryFn: ({ signal }) => client.accountSecrets.histories(id, {}, { signal }),
            }
          : undefined
      }
      onClose={onClose}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: ['list'] });
        void queries.invalidateQueries({ queryKey: ['detail'] });
      }}
    />
  );
}
