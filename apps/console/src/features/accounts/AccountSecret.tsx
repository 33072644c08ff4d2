import { useQueryClient } from '@tanstack/react-query';
import { keyOf } from '../../data/keys.ts';
import { type Row, titleOf } from '../../model/resource.ts';
import { SecretDialog } from '../../screens/confirm/SecretDialog.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import { useSecretLabels } from './useSecretLabels.ts';

/** The secret of an account, behind the identity check; each look is audited by the server. */
export function AccountSecret({ account, onClose }: { account: Row; onClose: () => void }) {
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const queries = useQueryClient();
  const id = String(account.id);
  const labels = useSecretLabels(RESOURCES.account);
  return (
    <SecretDialog
      read={() => client.accountSecrets.retrieve(id)}
      name={titleOf(account)}
      labels={labels}
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
