import { EmptyState, SkeletonRows } from '@postern/ui';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ExactTimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import { errorMessage } from '../../session/errors.ts';
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
    <Modal
      open
      title={t('secret.historyTitle', { name })}
      width="60%"
      footer={null}
      onCancel={onClose}
      destroyOnHidden
      className="s-history"
    >
      {former.isPending && <SkeletonRows rows={4} columns={4} label={t('screens:list.loading')} />}
      {former.isError && <EmptyState title={errorMessage(former.error)} />}
      {former.data?.length === 0 && <EmptyState icon={History} title={t('secret.historyNone')} />}
      {former.data && former.data.length > 0 && (
        <table className="s-diff">
          <thead>
            <tr>
              <th>{t('secret.column')}</th>
              <th>{t('secret.kind')}</th>
              <th>{t('secret.version')}</th>
              <th>{t('secret.replaced')}</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      )}
    </Modal>
  );
}
