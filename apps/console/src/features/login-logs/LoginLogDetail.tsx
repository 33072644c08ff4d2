import { useTranslation } from 'react-i18next';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { RESOURCES } from '../resources.ts';
import { LoginStatus } from './LoginLogList.tsx';

export function LoginLogDetail() {
  const { t } = useTranslation('features');
  return (
    <DetailPage
      resource={RESOURCES.loginLog}
      readOnly
      titleOf={(log) => t('logs.loginTitle', { name: String(log.username ?? '') })}
      facts={(log) => <LoginStatus value={log.status} />}
      basic={{
        name: 'Basic',
        title: t('logs.basic'),
        fields: ['id', 'username', 'city', 'ip', 'backend_display', 'reason_display', 'type', 'mfa', 'user_agent', 'datetime'],
      }}
    />
  );
}
