import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';

export function LoginStatus({ value }: { value: unknown }) {
  return <StatusTag tone={choiceValue(value) === true ? 'success' : 'danger'}>{relatedName(value)}</StatusTag>;
}

/** Every attempt to log in (docs/behaviour/audit.md#login-logs). */
export function LoginLogList() {
  const { t } = useTranslation('features');
  return (
    <ListPage
      resource={RESOURCES.loginLog}
      readOnly
      dateRange
      linkTo={false}
      exclude={['backend']}
      defaults={['username', 'status', 'type', 'backend_display', 'ip', 'city', 'user_agent', 'mfa', 'reason_display', 'datetime']}
      min={['username', 'type']}
      facts={['status', 'datetime']}
      cells={{
        username: { width: 130 },
        status: { Cell: LoginStatus, width: 110 },
        type: { width: 84 },
        backend_display: { width: 110 },
        ip: { width: 120 },
        city: { width: 100 },
        mfa: { width: 80 },
        user_agent: { width: 180 },
        reason_display: { width: 120 },
        datetime: { width: 130 },
      }}
      empty={t('logs.emptyLogin')}
    />
  );
}
