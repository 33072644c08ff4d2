import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { Dialog } from '../../fields/Dialog.tsx';
import { HeadedTable } from '../../fields/HeadedTable.tsx';
import { http } from '../../session/http.ts';

interface Difference {
  field: string;
  before: unknown;
  after: unknown;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** What an operation changed: field, before, after (docs/behaviour/details.md#differences). */
export function DiffDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useTranslation('screens');
  const diff = useQuery({
    queryKey: ['diff', url],
    queryFn: async ({ signal }) => (await http.get<{ diff: Difference[] }>(url, { signal })).diff,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog title={t('diff.title')} width={720} onClose={onClose}>
      {diff.isPending && <SkeletonRows rows={4} columns={3} label={t('list.loading')} />}
      {diff.isError && <LoadFailed title={t('detail.failed')} error={diff.error} onRetry={() => void diff.refetch()} />}
      {diff.data?.length === 0 && <EmptyState title={t('diff.empty')} text={t('diff.emptyText')} />}
      {diff.data && diff.data.length > 0 && (
        <HeadedTable heads={[t('diff.field'), t('diff.before'), t('diff.after')]}>
          {diff.data.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td className={textOf(before) ? 'is-before' : 's-empty'}>{textOf(before) || t('diff.none')}</td>
              <td className={textOf(after) ? 'is-after' : 's-empty'}>{textOf(after) || t('diff.none')}</td>
            </tr>
          ))}
        </HeadedTable>
      )}
    </Dialog>
  );
}
