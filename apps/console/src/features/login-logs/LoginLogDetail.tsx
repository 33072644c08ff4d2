import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { RESOURCES } from '../resources.ts';
import { LoginStatus } from './LoginLogList.tsx';

export function LoginLogDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail
      definition={{
        resource: RESOURCES.loginLog,
        id,
        update: false,
        delete: false,
        activity: false,
        titleOf: (log) => t('logs.loginTitle', { name: String(log.username ?? '') }),
        facts: (log) => <LoginStatus value={log.status} />,
        tabs: (log) => [
          {
            name: 'Basic',
            title: t('logs.basic'),
            render: () => (
              <AutoCard
                url={RESOURCES.loginLog.url}
                row={log}
                title={t('logs.basic')}
                fields={['id', 'username', 'city', 'ip', 'backend_display', 'reason_display', 'type', 'mfa', 'user_agent', 'datetime']}
              />
            ),
          },
        ],
      }}
    />
  );
}
