import { toast } from '@postern/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../../data/api.ts';
import { saveFile } from '../../data/save-file.ts';
import { csvFile } from '../../model/csv.ts';
import type { Row } from '../../model/resource.ts';
import { showError } from '../../session/errors.ts';
import { collectionAt } from '../../session/http.ts';
import { cellWords } from './cell-words.ts';
import { labelOf } from './list-columns.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ResourceListModel } from './useResourceList.ts';

/** The server gives at most this many rows per request (docs/wire/conventions.md#paging). */
const PAGE = 100;
/** More than this is the export's work. */
export const SEEN_LIMIT = 5000;

/** "Download what is seen": the visible columns of all rows the conditions leave, as CSV. */
export function useSeenFile<R extends Row>(definition: ListDefinition<R>, list: ResourceListModel<R>, title: string) {
  const { t, i18n } = useTranslation(['lists', 'screens']);
  const [busy, setBusy] = useState(false);
  const collect = async (): Promise<R[]> => {
    const rows: R[] = [];
    for (let offset = 0; offset < SEEN_LIMIT; offset += PAGE) {
      const answer = await collectionAt<R>(list.url).list({ ...list.query, limit: PAGE, offset });
      const page = pageOf(answer);
      rows.push(...page.rows);
      if (Array.isArray(answer) || (!page.capped && rows.length >= page.total) || page.rows.length === 0) break;
    }
    return rows.slice(0, SEEN_LIMIT);
  };
  const download = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const words = { yes: t('screens:value.yes'), no: t('screens:value.no'), language: i18n.language };
      const rows = await collect();
      const lines = rows.map((row) => list.visible.map((name) => cellWords(definition, name, list.fields[name], row, words)));
      const head = list.visible.map((name) => labelOf(definition, name, list.fields[name]));
      saveFile(`${title}.csv`, new Blob([csvFile([head, ...lines])], { type: 'text/csv;charset=utf-8' }));
      if (list.total > rows.length) toast.info(t('seen.cut', { count: rows.length }));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return { download, busy };
}
