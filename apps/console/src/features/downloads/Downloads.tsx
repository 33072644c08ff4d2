import '../../screens/screens.css';
import { Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Download, ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { Page } from '../../screens/page/Page.tsx';
import { client } from '../../session/http.ts';
import { sshConfig } from './ssh-config.ts';

/**
 * What a person's own machine needs to work through Postern; everything here comes from this server
 * (docs/behaviour/start-and-views.md#downloads).
 */
export function Downloads() {
  const { t } = useTranslation('shell');
  const endpoint = useQuery({
    queryKey: keyOf('endpoints', 'smart', { protocol: 'ssh' }),
    queryFn: ({ signal }) => client.endpoints.smart({ protocol: 'ssh' }, { signal }),
    retry: false,
  });
  const config = useMemo(
    () => endpoint.data && sshConfig({ host: endpoint.data.host || location.hostname, port: endpoint.data.ssh_port }),
    [endpoint.data],
  );
  return (
    <Page title={t('downloads.title')} help={t('downloads.help')}>
      <div className="s-stack">
        {config ? (
          <Surface title={t('downloads.ssh')}>
            <p>{t('downloads.sshText')}</p>
            <p>{t('downloads.sshUse', { command: 'ssh JMS-<token>@postern' })}</p>
            <Button
              icon={<Download size={16} />}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(config)}`}
              download="postern-ssh-config"
            >
              {t('downloads.download')}
            </Button>
          </Surface>
        ) : null}
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
