import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useKeys } from '../../profile/useKeys.tsx';
import { Can, useCan } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';

const RIGHT = 'users.change_serviceaccount';

/** The keys of a service account. To change one without a gap, another is made beside it, and the old one ended once the program has the new one. */
export function ServiceAccountKeys({ account }: { account: string }) {
  const { t } = useTranslation(['profile', 'features', 'screens', 'shell']);
  const mayChange = useCan(RIGHT);
  const { create, table, dialogs } = useKeys({
    queryKey: keyOf('serviceAccountKeys', 'list', { account }),
    list: (options) => client.serviceAccountKeys.list({ account }, options),
    make: (terms) => client.serviceAccounts.makekey(account, terms),
    change: (id, values) => client.serviceAccountKeys.partialUpdate(id, values),
    remove: (id) => client.serviceAccountKeys.destroy(id),
    mayChange,
    mayDelete: mayChange,
    replaced: true,
    empty: { title: t('features:programs.noKeys'), text: t('features:programs.noKeysText') },
    allRights: t('features:programs.allRights'),
    rightsHelp: t('features:programs.rightsHelp'),
    madeTitle: t('features:programs.madeKey'),
  });
  return (
    <div className="s-stack">
      <Can need={RIGHT}>
        <div>
          <Button type="primary" onClick={create}>
            {t('keys.create')}
          </Button>
        </div>
      </Can>
      {table}
      {dialogs}
    </div>
  );
}
