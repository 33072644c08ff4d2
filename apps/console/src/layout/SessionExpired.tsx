import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { goToLogin } from '../session/login-redirect.ts';
import { updateSession, useSession } from '../session/session-store.ts';

/** After a 401: the person decides when to leave what they were typing (docs/behaviour/confirmations.md#session-over). */
export function SessionExpired() {
  const { t } = useTranslation('shell');
  const open = useSession((state) => state.loginRequired);
  return (
    <Modal
      open={open}
      title={t('sessionOver')}
      okText={t('loginAgain')}
      cancelText={t('cancel')}
      width={480}
      centered
      onOk={goToLogin}
      onCancel={() => updateSession({ loginRequired: false })}
    >
      {t('sessionOverText')}
    </Modal>
  );
}
