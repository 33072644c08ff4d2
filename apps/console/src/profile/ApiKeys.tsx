import { addressOf } from '@postern/client/api';
import { PageHeader } from '@postern/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { Can, useCan } from '../session/auth.tsx';
import { client, collectionAt } from '../session/http.ts';
import type { KeyTerms } from './KeyLimits.tsx';
import './profile.css';
import { PrivateToken } from './PrivateToken.tsx';
import { type NewKey, useKeys } from './useKeys.tsx';

/** The person's keys for signed API requests (docs/behaviour/profile.md#api-keys). */
export function ApiKeys() {
  const { t } = useTranslation('profile');
  const { create, table, dialogs } = useKeys({
    queryKey: keyOf('accessKeys', 'list'),
    list: (options) => client.accessKeys.list({}, options),
    make: (terms) => collectionAt<NewKey, KeyTerms>(addressOf('accessKeys')).create(terms),
    change: (id, values) => client.accessKeys.partialUpdate(id, values),
    remove: (id) => client.accessKeys.destroy(id),
    mayChange: useCan('authentication.change_accesskey'),
    mayDelete: true,
    empty: { title: t('keys.empty'), text: t('keys.emptyText') },
    allRights: t('keys.allRights'),
    madeTitle: t('keys.created'),
  });
  const add = (
    <Can need="authentication.add_accesskey">
      <Button type="primary" onClick={create}>
        {t('keys.create')}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t('keys.title')} help={t('keys.help')} actions={add} />
      <div className="profile-stack">
        {table}
        <PrivateToken />
      </div>
      {dialogs}
    </>
  );
}
