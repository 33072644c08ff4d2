import { useTranslation } from 'react-i18next';
import { Dialog } from '../fields/Dialog.tsx';
import { goToLogin } from '../session/login-redirect.ts';
import { updateSession, useSession } from '../session/session-store.ts';

/** After a 401: the person decides when to leave what they were typing (docs/behaviour/confirmations.md#session-over). */
export function SessionExpired() {
  const { t } = useTranslation('shell');
  const open = useSession((state) => state.loginRequired);
  if (!open) return null;
  return (
    <Dialog
      title={t('sessionOver')}
      verb={t('loginAgain')}
      width={480}
      centered
      run={goToLogin}
      onClose={() => updateSession({ loginRequired: false })}
    >
      {t('sessionOverText')}
    </Dialog>
  );
}
