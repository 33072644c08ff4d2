import '../../screens/screens.css';
import { useTranslation } from 'react-i18next';
import { ConnectWithSsh } from '../../profile/ConnectWithSsh.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { ApiDescription } from '../ApiDescription.tsx';
import { ExportedFiles } from './ExportedFiles.tsx';

/**
 * Files that were made for a person, and what their own machine needs to work through Postern; everything here comes from this server
 * (docs/behaviour/start-and-views.md#downloads).
 */
export function Downloads() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('downloads.title')} help={t('downloads.help')}>
      <div className="s-stack">
        <ExportedFiles />
        <ConnectWithSsh />
        <ApiDescription />
      </div>
    </Page>
  );
}
