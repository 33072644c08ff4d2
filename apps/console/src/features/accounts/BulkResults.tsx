import { PAGE_SIZES } from '@postern/contract/preferences';
import { StatusTag } from '@postern/ui';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { HeadedTable } from '../../fields/HeadedTable.tsx';
import { Pager } from '../../screens/list/Pager.tsx';
import { BULK_TONES, type BulkResult, bulkTally, failedAssets } from './bulk-results.ts';

interface Props {
  results: readonly BulkResult[];
  /** Refused as a whole: nothing was stored on any asset, and the rows say on which ones why. */
  refused: boolean;
  /** Assets that were chosen. */
  chosen: number;
  /** Goes back to the form with these assets left: the failed ones, or all but those. */
  onCorrect: (failed: readonly string[]) => void;
  onClose: () => void;
}

const PAGE = PAGE_SIZES[0];

/** What became of an account on each of many assets; what failed can be corrected and tried again. */
export function BulkResults({ results, refused, chosen, onCorrect, onClose }: Props) {
  const { t } = useTranslation(['accounts', 'screens']);
  const [{ page, size }, turn] = useState<{ page: number; size: number }>({ page: 1, size: PAGE });
  const done = useRef<HTMLButtonElement>(null);
  const failed = failedAssets(results);
  const tally = bulkTally(results)
    .map(({ state, count }) => t(`bulk.${state}`, { count }))
    .join(t('bulk.comma'));
  return (
    <Dialog
      title={t('bulk.title')}
      width={720}
      onClose={onClose}
      keeps
      afterOpenChange={(open) => open && done.current?.focus()}
      footer={[
        ...(failed.length > 0 && !(refused && failed.length >= chosen)
          ? [
              <Button key="correct" onClick={() => onCorrect(failed)}>
                {t(refused ? 'bulk.leaveOut' : 'bulk.correct', { count: failed.length })}
              </Button>,
            ]
          : []),
        <Button key="close" ref={done} type="primary" onClick={onClose}>
          {t(refused ? 'bulk.back' : 'bulk.done')}
        </Button>,
      ]}
    >
      <div className="s-stack">
        <Alert
          type={refused ? 'error' : failed.length > 0 ? 'warning' : 'success'}
          showIcon
          role="status"
          title={refused ? t('bulk.refused', { count: failed.length }) : t('bulk.summary', { count: results.length, tally })}
          description={refused ? t('bulk.refusedText') : undefined}
        />
        <HeadedTable heads={[t('bulk.asset'), t('bulk.result')]}>
          {results.slice((page - 1) * size, page * size).map((result) => (
            <tr key={result.asset_id}>
              <td>{result.asset}</td>
              <td>
                <StatusTag tone={BULK_TONES[result.state]}>{result.error || t(`state.${result.state}`)}</StatusTag>
              </td>
            </tr>
          ))}
        </HeadedTable>
        <Pager page={page} size={size} total={results.length} onChange={(part) => turn((now) => ({ ...now, ...part }))} />
      </div>
    </Dialog>
  );
}
