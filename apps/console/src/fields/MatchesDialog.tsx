import { EmptyState, SkeletonRows } from '@postern/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../data/api.ts';
import { LoadFailed } from '../data/LoadFailed.tsx';
import type { Row } from '../model/resource.ts';
import { collectionAt } from '../session/http.ts';
import { Dialog } from './Dialog.tsx';

const PAGE = 15;

/** What a set of conditions matches now, page by page. */
export function MatchesDialog({
  url,
  rules,
  labelOf,
  onClose,
}: {
  url: string;
  rules: string;
  labelOf: (row: Row) => string;
  onClose: () => void;
}) {
  const { t } = useTranslation(['fields', 'screens']);
  const [page, setPage] = useState(1);
  const rows = useQuery({
    queryKey: ['options', url, 'matches', rules, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      pageOf(await collectionAt<Row>(url).list({ attr_rules: rules, limit: PAGE, offset: (page - 1) * PAGE }, { signal })),
  });
  return (
    <Dialog title={t('many.matches')} width={720} onClose={onClose} footer={<Button onClick={onClose}>{t('many.done')}</Button>}>
      {rows.error ? (
        <LoadFailed title={t('screens:list.failed')} error={rows.error} onRetry={() => void rows.refetch()} />
      ) : !rows.data ? (
        <SkeletonRows rows={6} columns={1} label={t('screens:list.loading')} />
      ) : rows.data.total === 0 ? (
        <EmptyState title={t('screens:select.none')} text={t('screens:select.noneText')} />
      ) : (
        <>
          <ul className="s-matches">
            {rows.data.rows.map((row) => (
              <li key={row.id}>{labelOf(row)}</li>
            ))}
          </ul>
          <Pagination current={page} pageSize={PAGE} total={rows.data.total} showSizeChanger={false} hideOnSinglePage onChange={setPage} />
        </>
      )}
    </Dialog>
  );
}
