import { parseServerDate } from '@postern/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAuth, usePublicSettings } from '../session/auth.tsx';
import { passwordDaysLeft } from '../startup/views.ts';

/** Warnings above every page: a local password that has expired or is about to (screens/shell.md §5). */
export function PageBanners() {
  const { t } = useTranslation('shell');
  const { profile } = useAuth();
  const limit = usePublicSettings().SECURITY_PASSWORD_EXPIRATION_TIME;
  const left = passwordDaysLeft(profile, limit, new Date(), parseServerDate(profile.date_password_last_updated));
  if (left === undefined) return null;
  return (
    <Alert
      className="banner"
      showIcon
      type={left === 0 ? 'error' : 'warning'}
      title={
        <>
          {left === 0 ? t('passwordExpired') : t('passwordExpires', { count: left })}{' '}
          <Link to="/profile/setting?activeTab=PasswordUpdate">{t('changePassword')}</Link>
        </>
      }
    />
  );
}
