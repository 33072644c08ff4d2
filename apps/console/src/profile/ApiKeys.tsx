import { addressOf } from '@postern/client/api';
import { PageHeader, SkeletonRows, Surface } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { Can, useCan } from '../session/auth.tsx';
import { client, collectionAt } from '../session/http.ts';
import { FREE, type KeyTerms, LimitsDialog } from './KeyLimits.tsx';
import { KeyTable } from './KeyTable.tsx';
import { MadeOnce } from './MadeOnce.tsx';
import './profile.css';
import { LoadFailed } from '../data/LoadFailed.tsx';
import { PrivateToken } from './PrivateToken.tsx';

/** What the server tells of a new key, once. */
interface NewKey {
  id: string;
  secret: string;
}

const QUERY = keyOf('accessKeys', 'list');

/** The person's keys for signed API requests (docs/behaviour/profile.md#api-keys). A secret is shown when it is made, and never again. */
export function ApiKeys() {
  const { t } = useTranslation('profile');
  const keys = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => client.accessKeys.list({}, { signal }) });
  const queries = useQueryClient();
  const { guarded, dialog } = useIdentityCheck();
  const [fresh, setFresh] = useState<NewKey>();
  const [asking, setAsking] = useState(false);
  const mayChange = useCan('authentication.change_accesskey');
  // A key outlives this login: who asks for one proves who they are (docs/decisions/0033).
  const create = async (terms: KeyTerms) => {
    const made = await guarded(() => collectionAt<NewKey, KeyTerms>(addressOf('accessKeys')).create(terms));
    if (!made) return false;
    setFresh(made);
    await queries.invalidateQueries({ queryKey: QUERY });
    return true;
  };
  const add = (
    <Can need="authentication.add_accesskey">
      <Button type="primary" onClick={() => setAsking(true)}>
        {t('keys.create')}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t('keys.title')} help={t('keys.help')} actions={add} />
      <div className="profile-stack">
        <Surface flush>
          {keys.isPending ? <SkeletonRows label={t('shell:loading')} rows={3} /> : null}
          {keys.isError ? <LoadFailed title={t('screens:detail.failed')} error={keys.error} onRetry={() => void keys.refetch()} /> : null}
          {keys.data ? (
            <KeyTable
              rows={keys.data}
              empty={{ title: t('keys.empty'), text: t('keys.emptyText') }}
              allRights={t('keys.allRights')}
              mayChange={mayChange}
              mayDelete
              change={(id, values) => client.accessKeys.partialUpdate(id, values)}
              remove={(id) => client.accessKeys.destroy(id)}
              reload={() => queries.invalidateQueries({ queryKey: QUERY })}
            />
          ) : null}
        </Surface>
        <PrivateToken />
      </div>
      {asking ? (
        <LimitsDialog
          title={t('keys.create')}
          verb={t('keys.make')}
          terms={FREE}
          save={create}
          onSaved={() => undefined}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {dialog}
      {fresh ? (
        <MadeOnce
          title={t('keys.created')}
          once={t('keys.once')}
          name={{ label: t('keys.id'), value: fresh.id }}
          secret={{ value: fresh.secret, file: 'secret' }}
          onClose={() => setFresh(undefined)}
        />
      ) : null}
    </>
  );
}
