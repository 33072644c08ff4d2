import { parseServerDate } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Tag } from 'antd';
import { FlaskConical, Megaphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { keyOf } from '../data/keys.ts';
import { currentLanguage } from '../i18n/language.ts';
import { useAuth, usePublicSettings } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { sqlTone, useSqlCounts } from '../session/sql-count.ts';
import { passwordDaysLeft } from '../startup/views.ts';
import { isUnseen, markSeen, webLink } from './announcement.ts';
import { licenceWarning } from './licence-warning.ts';

/** Above every page: that it is a demo and the announcement (start pages only), licence, password, and query counts of a server in development mode. */
export function PageBanners() {
  const { can } = useAuth();
  const settings = usePublicSettings();
  const counted = useSqlCounts().length > 0;
  const warned = settings.XPACK_ENABLED === true && can('settings.change_license');
  return (
    <>
      <DemoBanner />
      <AnnouncementBanner />
      {counted ? <SqlCounts /> : warned ? <LicenceBanner /> : null}
      <PasswordBanner />
    </>
  );
}

/** Pages on which an announcement is shown (docs/behaviour/start-and-views.md#banners). */
const STARTS = /\/(dashboard|home)$/;

function DemoBanner() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  if (usePublicSettings().DEMO !== true || !STARTS.test(pathname)) return null;
  return (
    <Alert
      className="banner"
      type="info"
      showIcon
      icon={<FlaskConical size={16} aria-hidden />}
      title={t('demo')}
      description={t('demoReal')}
    />
  );
}

function AnnouncementBanner() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { ANNOUNCEMENT_ENABLED: enabled, ANNOUNCEMENT: announcement = {} } = usePublicSettings();
  const [closed, setClosed] = useState(false);
  const { ID: id = '', SUBJECT: subject = '', CONTENT: content = '', LINK: link } = announcement;
  if (closed || !enabled || !STARTS.test(pathname) || !(subject || content) || !isUnseen(id)) return null;
  const address = webLink(link);
  const close = () => {
    markSeen(id);
    setClosed(true);
  };
  return (
    <Alert
      className="banner"
      type="info"
      showIcon
      icon={<Megaphone size={16} aria-label={t('announcement')} />}
      closable={{ onClose: close, 'aria-label': t('close') }}
      title={subject || t('announcement')}
      description={
        content || address ? (
          <>
            <span className="announcement">{content}</span>{' '}
            {address ? (
              <a href={address} target="_blank" rel="noreferrer">
                {t('announcementMore')}
              </a>
            ) : null}
          </>
        ) : undefined
      }
    />
  );
}

function LicenceBanner() {
  const { t } = useTranslation('shell');
  const detail = useQuery({
    queryKey: keyOf('license', 'detailBare'),
    queryFn: ({ signal }) => client.license.detailBare({}, { signal }),
    staleTime: 10 * 60_000,
    retry: false,
  });
  const warning = detail.data && licenceWarning(detail.data, parseServerDate(detail.data.date_expired), new Date());
  if (!warning) return null;
  const date = (value: Date) => new Intl.DateTimeFormat(currentLanguage().tag, { dateStyle: 'long' }).format(value);
  const words: ReactNode =
    warning.kind === 'expired'
      ? t('licenceExpired')
      : warning.kind === 'expires'
        ? t('licenceExpires', { date: date(warning.date) })
        : warning.kind === 'test'
          ? t('licenceTest')
          : t('licenceAssets', { current: warning.current, limit: warning.limit });
  return (
    <Alert
      className="banner"
      showIcon
      type={warning.kind === 'expired' ? 'error' : warning.kind === 'test' ? 'info' : 'warning'}
      title={
        <>
          {words} <Link to="/settings/license">{t('licenceOpen')}</Link>
        </>
      }
    />
  );
}

/** A local password that has expired or is about to. */
function PasswordBanner() {
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

function SqlCounts() {
  const { t } = useTranslation('shell');
  const counts = useSqlCounts();
  return (
    <div className="banner sql-counts" title={t('queries')}>
      {counts.map(({ url, count }) => (
        <Tag key={url} color={sqlTone(count)}>
          {url}: {count}
        </Tag>
      ))}
    </div>
  );
}
