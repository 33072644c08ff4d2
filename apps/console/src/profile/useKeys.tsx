import type { Row } from '@postern/client/api';
import { SkeletonRows, Surface } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../data/LoadFailed.tsx';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { FREE, type KeyTerms, LimitsDialog } from './KeyLimits.tsx';
import { type Acts, KeyTable } from './KeyTable.tsx';
import { MadeOnce } from './MadeOnce.tsx';

/** What the server tells of a new key, once. */
export interface NewKey {
  id: string;
  secret: string;
}

/** Whose keys these are, and how they are made and changed. */
interface Keys extends Omit<Acts, 'reload' | 'replace'> {
  queryKey: readonly unknown[];
  list: (options: { signal: AbortSignal }) => Promise<Row<'accessKeys'>[]>;
  make: (terms: KeyTerms) => Promise<NewKey>;
  /** Whether a key can be made with the terms of another, to put in its place. */
  replaced?: true;
  empty: { title: string; text: string };
  allRights: string;
  /** Over the new key. */
  madeTitle: string;
}

/**
 * Keys that sign API requests, of a person or of a service account: their table, and how one is made. A secret is shown when it is made, and never again.
 *
 * @returns `create` opens the form of a new key; `table` and `dialogs` are drawn by the page, where they belong
 */
export function useKeys({ queryKey, list, make, replaced, empty, allRights, madeTitle, ...acts }: Keys): {
  create: () => void;
  table: ReactNode;
  dialogs: ReactNode;
} {
  const { t } = useTranslation('profile');
  const keys = useQuery({ queryKey, queryFn: list });
  const queries = useQueryClient();
  const { guarded, dialog } = useIdentityCheck();
  const [asking, setAsking] = useState<KeyTerms>();
  const [fresh, setFresh] = useState<NewKey>();
  const reload = () => queries.invalidateQueries({ queryKey });
  // A key outlives this login: who asks for one proves who they are (docs/decisions/0033).
  const save = async (terms: KeyTerms) => {
    const made = await guarded(() => make(terms));
    if (!made) return false;
    setFresh(made);
    await reload();
    return true;
  };
  const replace = ({ ip_group, date_expired, is_read_only, permissions }: KeyTerms) =>
    setAsking({ ip_group, date_expired, is_read_only, permissions });
  return {
    create: () => setAsking(FREE),
    table: (
      <Surface flush>
        {keys.isPending ? <SkeletonRows label={t('shell:loading')} rows={3} /> : null}
        {keys.isError ? <LoadFailed title={t('screens:detail.failed')} error={keys.error} onRetry={() => void keys.refetch()} /> : null}
        {keys.data ? (
          <KeyTable rows={keys.data} empty={empty} allRights={allRights} reload={reload} {...acts} {...(replaced ? { replace } : {})} />
        ) : null}
      </Surface>
    ),
    dialogs: (
      <>
        {asking ? (
          <LimitsDialog
            title={t('keys.create')}
            verb={t('keys.make')}
            terms={asking}
            save={save}
            {...(acts.rightsHelp ? { rightsHelp: acts.rightsHelp } : {})}
            onSaved={() => undefined}
            onClose={() => setAsking(undefined)}
          />
        ) : null}
        {dialog}
        {fresh ? (
          <MadeOnce
            title={madeTitle}
            once={t('keys.once')}
            name={{ label: t('keys.id'), value: fresh.id }}
            secret={{ value: fresh.secret, file: 'secret' }}
            onClose={() => setFresh(undefined)}
          />
        ) : null}
      </>
    ),
  };
}
