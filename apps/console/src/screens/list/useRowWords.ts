import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowWords } from './TableRow.tsx';

/** Stands for the name while the sentence is translated; no name holds it. */
const NAME = '\u0000';

export function useRowWords(): RowWords {
  const { t } = useTranslation(['lists', 'screens']);
  return useMemo(() => {
    const namedBy = (text: string) => (name: string) => text.replace(NAME, () => name);
    return {
      select: namedBy(t('select.row', { name: NAME })),
      unfold: namedBy(t('table.unfold', { name: NAME })),
      more: namedBy(t('screens:list.moreFor', { name: NAME })),
    };
  }, [t]);
}
