import '../screens/screens.css';
import { Surface } from '@postern/ui';
import { Button } from 'antd';
import { Download, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The description of the API, to be read and to be kept. Everybody who is logged in may. */
export function ApiDescription() {
  const { t } = useTranslation('shell');
  return (
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
  );
}
