import { isRecord } from '@postern/contract/wire';
import { CopyableText, Surface } from '@postern/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';

/** How a host gets its agent. Nothing here puts it there by itself (docs/decisions/0083): whoever looks after the host does it once. */
export function HostSetUp({ host }: { host: Row }) {
  const { t } = useTranslation(['applets', 'screens']);
  const labels = { copy: t('screens:action.copy'), copied: t('screens:action.copied') };
  const options = isRecord(host.deploy_options) ? host.deploy_options : {};
  const address = String(options.CORE_HOST || location.origin);
  const value = (text: string) => (
    <CopyableText value={text} labels={labels} mono>
      {text}
    </CopyableText>
  );
  return (
    <Surface title={t('setUp.agent')} purpose={t('setUp.purpose')}>
      {typeof host.date_synced === 'string' && <Alert type="success" showIcon title={t('setUp.done')} className="s-alert" />}
      <ol className="applet-steps">
        <li>{t('setUp.install')}</li>
        <li>
          {t('setUp.values')}
          <dl className="applet-values">
            <dt>{t('setUp.core')}</dt>
            <dd>{value(address)}</dd>
            <dt>{t('setUp.host')}</dt>
            <dd>{value(String(host.id))}</dd>
          </dl>
        </li>
        <li>{t('setUp.approve')}</li>
        <li>{t('setUp.wait')}</li>
      </ol>
    </Surface>
  );
}
