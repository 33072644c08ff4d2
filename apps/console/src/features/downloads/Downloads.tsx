import '../../screens/screens.css';
import { Surface } from '@postern/ui';
import { Button } from 'antd';
import { Download, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConnectWithSsh } from '../../profile/ConnectWithSsh.tsx';
import { Page } from '../../screens/page/Page.tsx';
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
        <Surface title={t('downloads.api')}>
          <p>{t('downloads.apiText')}</p>
          <div className="downloads__buttons">
            <Button icon={<Download size={16} />} href="/api/swagger.json" download="postern-openapi.json">
              {t('downloads.download')}
            </Button>
            <Button icon={<ExternalLink size={16} />} href="/api/docs/" target="_blank" rel="noreferrer">
              {t('downloads.apiPage')}
            </Button>
          </div>
        </Surface>
      </div>
    </Page>
  );
}
