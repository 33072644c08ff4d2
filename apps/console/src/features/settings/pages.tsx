import { StatusTag, Surface } from '@postern/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '../../session/auth.tsx';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { SettingsPage } from './SettingForm.tsx';

/** Pages of settings: which keys stand together. Keys that nothing in this version reads are not shown. */

export function BasicSettings() {
  const { t } = useTranslation('settings');
  const licensed = usePublicSettings().XPACK_LICENSE_IS_VALID === true;
  return (
    <SettingsPage
      title={t('basic.title')}
      category="basic"
      fields={{ GLOBAL_ORG_DISPLAY_NAME: { has: licensed }, TICKETS_ENABLED: { has: licensed } }}
      groups={[
        { title: t('basic.site'), fields: ['SITE_URL', 'USER_GUIDE_URL', 'FORGOT_PASSWORD_URL', 'GLOBAL_ORG_DISPLAY_NAME'] },
        ...(licensed ? [{ title: t('basic.features'), fields: ['TICKETS_ENABLED'] }] : []),
      ]}
    >
      <AnnouncementCard />
    </SettingsPage>
  );
}

/** Says whether there is an announcement, and opens the dialog that changes it. */
function AnnouncementCard() {
  const { t } = useTranslation('settings');
  const { ANNOUNCEMENT_ENABLED: enabled, ANNOUNCEMENT: announcement } = usePublicSettings();
  const [open, setOpen] = useState(false);
  const shown = enabled === true && Boolean(announcement?.SUBJECT);
  return (
    <Surface title={t('announcement.title')} purpose={t('announcement.purpose')}>
      <div className="set-row">
        {shown ? (
          <StatusTag tone="success">{announcement?.SUBJECT}</StatusTag>
        ) : (
          <StatusTag tone="neutral">{t('announcement.none')}</StatusTag>
        )}
        <Button onClick={() => setOpen(true)}>{shown ? t('announcement.change') : t('announcement.write')}</Button>
      </div>
      {open && <AnnouncementDialog onClose={() => setOpen(false)} />}
    </Surface>
  );
}

export function SecuritySettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      title={t('security.title')}
      category="security"
      fields={{
        SECURITY_LOGIN_IP_WHITE_LIST: { widget: 'ipGroup' },
        SECURITY_LOGIN_IP_BLACK_LIST: { widget: 'ipGroup' },
      }}
      groups={[
        {
          title: t('security.sessions'),
          fields: [
            'SECURITY_MAX_IDLE_TIME',
            'SECURITY_WATERMARK_ENABLED',
            'SECURITY_LUNA_REMEMBER_AUTH',
            'SECURITY_SESSION_SHARE',
            'SECURITY_COMMAND_EXECUTION',
            'SECURITY_SERVICE_ACCOUNT_REGISTRATION',
            'SECURITY_COMPONENT_APPROVAL',
          ],
        },
        {
          title: t('security.identity'),
          fields: [
            'SECURITY_MFA_AUTH',
            'SECURITY_MFA_VERIFY_TTL',
            'SECURITY_PASSWORD_EXPIRATION_TIME',
            'USER_LOGIN_SINGLE_MACHINE_ENABLED',
            'SECURITY_CHECK_DIFFERENT_CITY_LOGIN',
          ],
        },
        {
          title: t('security.limits'),
          purpose: t('security.limitsPurpose'),
          fields: [
            'SECURITY_LOGIN_LIMIT_COUNT',
            'SECURITY_LOGIN_LIMIT_TIME',
            'SECURITY_LOGIN_IP_LIMIT_COUNT',
            'SECURITY_LOGIN_IP_LIMIT_TIME',
            'SECURITY_LOGIN_IP_WHITE_LIST',
            'SECURITY_LOGIN_IP_BLACK_LIST',
          ],
        },
        {
          title: t('security.passwords'),
          purpose: t('security.passwordsPurpose'),
          fields: [
            'SECURITY_PASSWORD_MIN_LENGTH',
            'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH',
            'SECURITY_PASSWORD_UPPER_CASE',
            'SECURITY_PASSWORD_LOWER_CASE',
            'SECURITY_PASSWORD_NUMBER',
            'SECURITY_PASSWORD_SPECIAL_CHAR',
            'OLD_PASSWORD_HISTORY_LIMIT_COUNT',
          ],
        },
      ]}
    />
  );
}

export function CleanSettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      title={t('clean.title')}
      category="clean"
      groups={[
        {
          title: t('clean.logs'),
          purpose: t('clean.purpose'),
          fields: [
            'LOGIN_LOG_KEEP_DAYS',
            'OPERATE_LOG_KEEP_DAYS',
            'TASK_LOG_KEEP_DAYS',
            'FTP_LOG_KEEP_DAYS',
            'ACTIVITY_LOG_KEEP_DAYS',
            'TERMINAL_SESSION_KEEP_DURATION',
            'CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS',
          ],
        },
      ]}
    />
  );
}

export function EvidenceSettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      title={t('evidence.title')}
      category="evidence"
      groups={[
        { title: t('evidence.anchors'), purpose: t('evidence.purpose'), fields: ['AUDIT_ANCHOR_INTERVAL'] },
        {
          title: t('evidence.store'),
          fields: [
            'AUDIT_ANCHOR_S3_ENDPOINT',
            'AUDIT_ANCHOR_S3_BUCKET',
            'AUDIT_ANCHOR_S3_REGION',
            'AUDIT_ANCHOR_S3_ACCESS_KEY',
            'AUDIT_ANCHOR_S3_SECRET_KEY',
            'AUDIT_ANCHOR_S3_LOCK',
          ],
        },
        { title: t('evidence.syslog'), fields: ['AUDIT_ANCHOR_SYSLOG'] },
      ]}
    />
  );
}

export function OtherSettings() {
  const { t } = useTranslation('settings');
  const licensed = usePublicSettings().XPACK_LICENSE_IS_VALID === true;
  return (
    <SettingsPage
      title={t('other.title')}
      category="other"
      fields={{ HELP_DOCUMENT_URL: { has: licensed }, HELP_SUPPORT_URL: { has: licensed } }}
      groups={[
        { title: t('other.otp'), fields: ['OTP_ISSUER_NAME', 'OTP_VALID_WINDOW'] },
        { title: t('other.help'), fields: ['HELP_DOCUMENT_URL', 'HELP_SUPPORT_URL'] },
      ]}
    />
  );
}
