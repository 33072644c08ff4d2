import { ApiError } from '@postern/client/http';
import { EXPORT_ROWS, WAITED_ROWS } from '@postern/contract/transfer';
import { SkeletonRows, sizeText } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Progress, Radio, Space } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf, storeIds } from '../../data/api.ts';
import type { ListState } from '../../model/list-query.ts';
import type { Row } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { confirmTypeOf, useIdentityCheck } from '../confirm/useIdentityCheck.tsx';
import { ExportContents } from './ExportContents.tsx';
import { ExportWay } from './ExportWay.tsx';
import {
  countQuery,
  EXPORT_SCOPES,
  type ExportScope,
  exportQuery,
  type FileFormat,
  firstScope,
  openScopes,
  unpagedQuery,
} from './export-query.ts';
import './transfer.css';
import { Dialog } from '../../fields/Dialog.tsx';
import { useExportRun } from './useExportRun.ts';

interface Props {
  /** The list. */
  url: string;
  /** Where its file comes from, if not from there: it has the secrets too. */
  exportUrl?: string | undefined;
  /** Asked first; its refusal says how the person is to confirm who they are (docs/behaviour/confirmations.md#identity-check). */
  confirm: (() => Promise<unknown>) | undefined;
  hint?: string | undefined;
  nouns: string;
  list: {
    state: ListState;
    fixed: Readonly<Record<string, string>> | undefined;
    selected: readonly Row['id'][];
    filtered: boolean;
  };
  onClose: () => void;
}

/** What to export, as what, now or in the background (docs/behaviour/transfer.md#export). */
export function ExportDialog({ url, exportUrl, confirm, hint, nouns, list, onClose }: Props) {
  const { t, i18n } = useTranslation(['transfer', 'screens']);
  const unless = useUnless();
  const count = list.selected.length;
  const open = openScopes(list.filtered, count);
  const [scope, setScope] = useState<ExportScope>(firstScope(list.filtered, count));
  const [format, setFormat] = useState<FileFormat>('csv');
  const [background, setBackground] = useState(false);
  const { received, problem, fetchNow, makeLater } = useExportRun(onClose);
  const { guarded, dialog } = useIdentityCheck();
  const [confirmed, setConfirmed] = useState(confirm === undefined);
  const asked = useRef(false);
  useEffect(() => {
    if (!confirm || asked.current) return;
    asked.current = true;
    void guarded(() => confirmation(confirm)).then((passed) => (passed ? setConfirmed(true) : onClose()));
  });

  const busy = received !== undefined;
  const counts = useScopeCounts(url, list);
  const labels: Record<ExportScope, string> = {
    all: counts.all === undefined ? t('export.all') : t('export.allCount', { count: counts.all }),
    selected: t('export.selected', { count }),
    filtered: counts.filtered === undefined ? t('export.filtered') : t('export.filteredCount', { count: counts.filtered }),
  };
  const rows = counts[scope] ?? 0;
  const tooMany = rows > EXPORT_ROWS;
  // What was chosen is remembered for a while only, and a file with secrets lies nowhere: both are waited for.
  const either = scope !== 'selected' && exportUrl === undefined;
  const long = rows > WAITED_ROWS;
  const run = () => {
    if (either && (long || background)) return makeLater(url, format, unpagedQuery(list.state, list.fixed));
    return fetchNow(exportUrl ?? url, format, async () => {
      const spm = scope === 'selected' ? await storeIds(list.selected) : undefined;
      return exportQuery(format, scope, { state: list.state, fixed: list.fixed, spm });
    });
  };
  if (dialog) return dialog;
  return (
    <Dialog
      title={t('export.title', { nouns })}
      width={480}
      verb={t('export.verb')}
      busy={busy || (either && counts.pending[scope])}
      refused={unless(confirmed, 'refused:unproved') || (tooMany && t('export.tooMany', { count: EXPORT_ROWS }))}
      run={run}
      onClose={onClose}
    >
      {confirmed ? (
        <div className="s-transfer">
          {hint && <Alert type="info" showIcon title={hint} />}
          {problem && <Alert type="error" showIcon title={problem} />}
          <fieldset disabled={busy}>
            <legend>{t('export.scope')}</legend>
            <Radio.Group name="scope" value={scope} onChange={({ target }) => setScope(target.value as ExportScope)} disabled={busy}>
              <Space orientation="vertical">
                {EXPORT_SCOPES.map((name) => (
                  <Radio key={name} value={name} disabled={!open[name]}>
                    {labels[name]}
                  </Radio>
                ))}
              </Space>
            </Radio.Group>
          </fieldset>
          <fieldset disabled={busy}>
            <legend>{t('export.format')}</legend>
            <Radio.Group
              name="format"
              value={format}
              onChange={({ target }) => setFormat(target.value as FileFormat)}
              disabled={busy}
              options={[
                { value: 'csv', label: 'CSV' },
                { value: 'xlsx', label: 'Excel (XLSX)' },
              ]}
            />
          </fieldset>
          <ExportContents url={exportUrl ?? url} withSecrets={exportUrl !== undefined} />
          {either && !tooMany && <ExportWay long={long} background={background} disabled={busy} onChange={setBackground} />}
          {tooMany && <Alert type="warning" showIcon title={t('export.tooMany', { count: EXPORT_ROWS })} />}
          {list.state.dates && <p className="s-note">{t('export.period')}</p>}
          {busy && (
            <div role="status" className="s-transfer-progress">
              <Progress percent={100} status="active" showInfo={false} size="small" />
              <span>{received > 0 ? t('export.received', { size: sizeText(received, i18n.language) }) : t('export.preparing')}</span>
            </div>
          )}
        </div>
      ) : (
        <SkeletonRows rows={3} columns={1} label={t('screens:list.loading')} />
      )}
    </Dialog>
  );
}

/** How many rows there are now, of what nothing and what the list's filter narrows; undefined until it is known. */
function useScopeCounts(
  url: string,
  { state, fixed, filtered, selected }: Props['list'],
): Partial<Record<ExportScope, number>> & { pending: Record<ExportScope, boolean> } {
  const ask = (scope: 'all' | 'filtered', enabled: boolean) => {
    const query = countQuery(scope, state, fixed);
    return {
      queryKey: ['count', url, query],
      queryFn: async ({ signal }: { signal: AbortSignal }) => pageOf(await collectionAt(url).list(query, { signal })).total,
      staleTime: 0,
      enabled,
    };
  };
  const all = useQuery(ask('all', true));
  const left = useQuery(ask('filtered', filtered));
  const known = { all: all.data, filtered: filtered ? left.data : undefined };
  return {
    selected: selected.length,
    // How long a file gets decides what becomes of it.
    pending: { all: all.isPending, filtered: filtered && left.isPending, selected: false },
    ...Object.fromEntries(Object.entries(known).filter(([, number]) => number !== undefined)),
  };
}

/** Passes unless what is asked wants a confirmation; whatever else it says is for the export to meet. */
async function confirmation(ask: () => Promise<unknown>): Promise<true> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || confirmTypeOf(error)) throw error;
  }
  return true;
}
