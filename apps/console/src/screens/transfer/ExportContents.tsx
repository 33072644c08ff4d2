import { SkeletonRows } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import { exportColumns } from './export-query.ts';

interface Props {
  /** What is exported, whose metadata says which columns there are. */
  url: string;
  /** The file itself has the secrets. */
  withSecrets: boolean;
}

/** What an export holds, and what is in none, before it starts. */
export function ExportContents({ url, withSecrets }: Props) {
  const { t, i18n } = useTranslation(['transfer', 'screens']);
  const metadata = useMetadata(url);
  if (metadata.isError) return null;
  if (!metadata.data) return <SkeletonRows rows={2} columns={1} label={t('screens:list.loading')} />;
  const { held, left } = exportColumns(metadata.data);
  const words = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' });
  return (
    <section aria-label={t('export.columns', { count: held.length })} className="s-export-contents">
      <h3>{t('export.columns', { count: held.length })}</h3>
      <p>{words.format(held)}</p>
      {!withSecrets && left.length > 0 && <p className="s-note">{t('export.left', { names: words.format(left) })}</p>}
    </section>
  );
}
