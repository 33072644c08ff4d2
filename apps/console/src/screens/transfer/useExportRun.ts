import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useNavigate } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { saveFile } from '../../data/save-file.ts';
import { errorMessage } from '../../session/errors.ts';
import { client, http } from '../../session/http.ts';
import type { FileFormat } from './export-query.ts';

/** A file of 100,000 rows takes its time. */
const TIMEOUT_MS = 15 * 60_000;
const DOWNLOADS = '/profile/downloads';

/** Gets the file of an export, now or in the background; what is refused is words in the dialog, and not an empty page. */
export function useExportRun(onClose: () => void) {
  const { t } = useTranslation('transfer');
  const navigate = useNavigate();
  const href = useHref(DOWNLOADS);
  const queries = useQueryClient();
  const [received, setReceived] = useState<number>();
  const [problem, setProblem] = useState('');
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const attempt = async (work: (signal: AbortSignal) => Promise<void>) => {
    setProblem('');
    setReceived(0);
    const stop = new AbortController();
    abort.current = stop;
    const { signal } = stop;
    try {
      await work(signal);
      onClose();
    } catch (error) {
      if (!signal.aborted) setProblem(errorMessage(error));
    } finally {
      setReceived(undefined);
    }
  };
  /** Waits for the file. */
  const fetchNow = (url: string, format: FileFormat, queryOf: () => Promise<Record<string, string>>) =>
    attempt(async (signal) => {
      const file = await http.download(url, { query: await queryOf(), signal, timeout: TIMEOUT_MS, onBytes: setReceived });
      saveFile(file.filename || `export.${format}`, file.blob);
      toast.success(t('export.done', { name: file.filename }));
    });
  /** Has the file made, and leads to where it will be. */
  const makeLater = (list: string, format: FileFormat, query: Record<string, string>) =>
    attempt(async (signal) => {
      await client.listFiles.create({ list, format, query }, { signal });
      await queries.invalidateQueries({ queryKey: keyOf('listFiles') });
      toast.success(t('export.started'), { text: t('export.downloads'), href, open: () => void navigate(DOWNLOADS) });
    });
  return { received, problem, fetchNow, makeLater };
}
