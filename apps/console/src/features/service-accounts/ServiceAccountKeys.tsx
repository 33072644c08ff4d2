import { SkeletonRows, Surface } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { FREE, type KeyTerms, LimitsDialog } from '../../profile/KeyLimits.tsx';
import { KeyTable } from '../../profile/KeyTable.tsx';
import { MadeOnce } from '../../profile/MadeOnce.tsx';
import { useIdentityCheck } from '../../screens/confirm/useIdentityCheck.tsx';
import { Can, useCan } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';

const RIGHT = 'users.change_serviceaccount';

/** The keys of a service account. To change one without a gap, another is made beside it, and the old one ended once the program has the new one. */
export function ServiceAccountKeys({ account }: { account: string }) {
  const { t } = useTranslation(['profile', 'features', 'screens', 'shell']);
  const queryKey = keyOf('serviceAccountKeys', 'list', { account });
  const keys = useQuery({ queryKey, queryFn: ({ signal }) => client.serviceAccountKeys.list({ account }, { signal }) });
  const queries = useQueryClient();
  const mayChange = useCan(RIGHT);
  const { guarded, dialog } = useIdentityCheck();
  const [asking, setAsking] = useState<KeyTerms>();
  const [fresh, setFresh] = useState<{ id: string; secret: string }>();
  const reload = () => queries.invalidateQueries({ queryKey });
  const create = async (terms: KeyTerms) => {
    const made = await guarded(() => client.serviceAccounts.makekey(account, terms));
    if (!made) return false;
    setFresh(made);
    await reload();
    return true;
  };
  const words = { rightsHelp: t('features:programs.rightsHelp') };
  return (
    <div className="s-stack">
      <Can need={RIGHT}>
        <div>
          <Button type="primary" onClick={() => setAsking(FREE)}>
            {t('keys.create')}
          </Button>
        </div>
      </Can>
      <Surface flush>
        {keys.isPending ? <SkeletonRows label={t('shell:loading')} rows={3} /> : null}
        {keys.isError ? <LoadFailed title={t('screens:detail.failed')} error={keys.error} onRetry={() => void keys.refetch()} /> : null}
        {keys.data ? (
          <KeyTable
            rows={keys.data}
            empty={{ title: t('features:programs.noKeys'), text: t('features:programs.noKeysText') }}
            allRights={t('features:programs.allRights')}
            mayChange={mayChange}
            mayDelete={mayChange}
            change={(id, values) => client.serviceAccountKeys.partialUpdate(id, values)}
            remove={(id) => client.serviceAccountKeys.destroy(id)}
            reload={reload}
            replace={({ ip_group, date_expired, is_read_only, permissions }) =>
              setAsking({ ip_group, date_expired, is_read_only, permissions })
            }
            {...words}
          />
        ) : null}
      </Surface>
      {asking ? (
        <LimitsDialog
          title={t('keys.create')}
          verb={t('keys.make')}
          terms={asking}
          save={create}
          {...words}
          onSaved={() => undefined}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      {dialog}
      {fresh ? (
        <MadeOnce
          title={t('features:programs.madeKey')}
          once={t('keys.once')}
          name={{ label: t('keys.id'), value: fresh.id }}
          secret={{ value: fresh.secret, file: 'secret' }}
          onClose={() => setFresh(undefined)}
        />
      ) : null}
    </div>
  );
}
