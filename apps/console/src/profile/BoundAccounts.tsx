import type { Row } from '@postern/client/api';
import { Button, RelativeTime, Surface, toast, type Why } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { currentLanguage } from '../i18n/language.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { client } from '../session/http.ts';
import { useUnless } from '../session/useRefusals.ts';
import './profile.css';

type Account = Row<'boundAccounts'>;

interface Given {
  /** Of somebody else; one's own without it. */
  of?: string;
  /** Why none can be taken away. */
  refused?: Why;
}

/** Accounts of a person at directories and identity providers; nothing where there are none (docs/behaviour/profile.md#accounts-at-other-places). */
export function BoundAccounts({ of, refused }: Given) {
  const { t } = useTranslation('identity');
  const unless = useUnless();
  const queries = useQueryClient();
  const { guardedAfter, dialog } = useIdentityCheck();
  const queryKey = of === undefined ? keyOf('boundAccounts', 'list') : keyOf('users', 'boundaccounts', of);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      of === undefined ? client.boundAccounts.list({}, { signal }) : client.users.boundaccounts(of, {}, { signal }),
  });
  const release = async ({ provider, name }: Account) => {
    const text = t(of === undefined ? 'bound.unbindText' : 'bound.adminText');
    const question = { title: t('chat.unbindTitle', { service: name }), text, verb: t('chat.unbind'), danger: true };
    const taken = () => (of === undefined ? client.boundAccounts.unbind({ provider }) : client.users.unbindaccount(of, { provider }));
    if (!(await guardedAfter(question, taken))) return;
    toast.success(t('chat.unbound', { service: name }));
    await queries.invalidateQueries({ queryKey });
  };
  if (!data || data.length === 0) return null;
  return (
    <Surface title={t('bound.title')} purpose={t(of === undefined ? 'bound.purpose' : 'bound.purposeOf')}>
      <ul className="factor-list">
        {data.map((account) => (
          <li key={account.provider}>
            <div>
              <b>{account.name}</b>
              {account.where ? <p>{account.where}</p> : null}
              <p className="p-mono">{account.subject}</p>
              <Times account={account} />
            </div>
            <Button
              refused={refused || unless(!account.only_way_in, 'refused:wayIn')}
              aria-label={t('chat.unbindOf', { service: account.where ? `${account.name} ${account.where}` : account.name })}
              onClick={() => void release(account)}
            >
              {t('chat.unbind')}
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </Surface>
  );
}

function Times({ account }: { account: Account }) {
  const { t } = useTranslation('identity');
  const { tag } = currentLanguage();
  return (
    <p>
      {t('bound.since')} <RelativeTime value={account.date_created} language={tag} /> · {t('bound.used')}{' '}
      <RelativeTime value={account.date_last_used} language={tag} />
    </p>
  );
}
