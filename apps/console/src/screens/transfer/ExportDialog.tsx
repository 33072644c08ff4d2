import { ApiError } from '@postern/client/http';
import { EXPORT_ROWS } from '@postern/contract/transfer';
import { SkeletonRows, sizeText, toast } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Progress, Radio, Space } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf, storeIds } from '../../data/api.ts';
import { saveFile } from '../../data/save-file.ts';
import type { ListState } from '../../model/list-query.ts';
import type { Row } from '../../model/resource.ts';
import { errorMessage } from '../../session/errors.ts';
import { collectionAt, http } from '../../session/http.ts';
import { confirmTypeOf, useIdentityCheck } from '../confirm/useIdentityCheck.tsx';
import { ExportContents } from './ExportContents.tsx';
import { countQuery, EXPORT_SCOPES, type ExportScope, exportQuery, type FileFormat, firstScope, openScopes } from './export-query.ts';
import './transfer.css';
import { Dialog } from '../../fields/Dialog.tsx';

/** A file of 100,000 rows takes its time. */
const TIMEOUT_MS = 15 * 60_000;

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

/** What to export, as what (docs/behaviour/transfer.md#export). The file is fetched here, so that a refusal is words and not an empty page. */
export function ExportDialog({ url, exportUrl, confirm, hint, nouns, list, onClose }: Props) {
  const { t, i18n } = useTranslation(['transfer', 'screens']);
  const count = list.selected.length;
  const open = openScopes(list.filtered, count);
  const [scope, setScope] = useState<ExportScope>(firstScope(list.filtered, count));
  const [format, setFormat] = useState<FileFormat>('csv');
  const [received, setReceived] = useState<number>();
  const [problem, setProblem] = useState('');
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const { guarded, dialog } = useIdentityCheck();
  const [confirmed, setConfirmed] = useState(confirm === undefined);
  const asked = useRef(false);
  useEffect(() => {
    if (!confirm || asked.current) return;
    asked.current = true;
    void guarded(() => confirmation(confirm)).then((passed) => (passed ? setConfirmed(true) : onClose()));
  });

  const download = async () => {
    setProblem('');
    setReceived(0);
    abort.current = new AbortController();
    try {
      const spm = scope === 'selected' ? await storeIds(list.selected) : undefined;
      const file = await http.download(exportUrl ?? url, {
        query: exportQuery(format, scope, { state: list.state, fixed: list.fixed, spm }),
        signal: abort.current.signal,
        timeout: TIMEOUT_MS,
        onBytes: setReceived,
      });
      saveFile(file.filename || `export.${format}`, file.blob);
      toast.success(t('export.done', { name: file.filename }));
      onClose();
    } catch (error) {
      if (!abort.current.signal.aborted) setProblem(errorMessage(error));
    } finally {
      setReceived(undefined);
    }
  };
  const busy = received !== undefined;
  const counts = useScopeCounts(url, list);
  const labels: Record<ExportScope, string> = {
    all: counts.all === undefined ? t('export.all') : t('export.allCount', { count: counts.all }),
    selected: t('export.selected', { count }),
    filtered: counts.filtered === undefined ? t('export.filtered') : t('export.filteredCount', { count: counts.filtered }),
  };
  const tooMany = (counts[scope] ?? 0) > EXPORT_ROWS;
  if (dialog) return dialog;
  return (
    <Dialog
      title={t('export.title', { nouns })}
      width={480}
      verb={t('export.verb')}
      busy={busy}
      disabled={!confirmed || tooMany}
      run={download}
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
function useScopeCounts(url: string, { state, fixed, filtered, selected }: Props['list']): Partial<Record<ExportScope, number>> {
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
