import { EmptyState, SkeletonRows } from '@postern/ui';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { Dialog } from '../../fields/Dialog.tsx';
import { ExactTimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { HeadedTable } from '../../fields/HeadedTable.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import { SecretText } from './SecretText.tsx';

/** A former secret (docs/wire/accounts.md#former-secrets). */
interface Former {
  id: number;
  secret: string;
  secret_type: unknown;
  version: number;
  history_date: string;
}

/** The query that gives them. */
export type FormerSecrets = Pick<UseQueryOptions<Former[]>, 'queryKey' | 'queryFn'>;

/** Former secrets, newest first, each one masked (docs/behaviour/confirmations.md#seeing-a-secret). They leave the memory with the dialog. */
export function SecretHistory({ former: query, name, onClose }: { former: FormerSecrets; name: string; onClose: () => void }) {
  const { t } = useTranslation(['identity', 'screens']);
  const former = useQuery({
    ...query,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog title={t('secret.historyTitle', { name })} width="60%" onClose={onClose} className="s-history">
      {former.isPending && <SkeletonRows rows={4} columns={4} label={t('screens:list.loading')} />}
      {former.isError && <LoadFailed title={t('screens:detail.failed')} error={former.error} onRetry={() => void former.refetch()} />}
      {former.data?.length === 0 && <EmptyState icon={History} title={t('secret.historyNone')} text={t('secret.historyNoneText')} />}
      {former.data && former.data.length > 0 && (
        <HeadedTable heads={[t('secret.column'), t('secret.kind'), t('secret.version'), t('secret.replaced')]}>
          {former.data.map((one) => (
            <tr key={one.id}>
              <td>
                <SecretText name={`${choiceValue(one.secret_type)}-${one.version}`} secret={one.secret} />
              </td>
              <td>{relatedName(one.secret_type)}</td>
              <td>{one.version}</td>
              <td>
                <ExactTimeCell value={one.history_date} />
              </td>
            </tr>
          ))}
        </HeadedTable>
      )}
    </Dialog>
  );
}
