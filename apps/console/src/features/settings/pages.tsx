import { addressOf } from '@postern/client/api';
import { LOGIN_PAGE_KEYS } from '@postern/contract/login-page';
import { StatusTag, Surface } from '@postern/ui';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReferenceInput } from '../../fields/reference/ReferenceInput.tsx';
import { AreaInput } from '../../fields/text/TextInput.tsx';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { usePublicSettings } from '../../session/auth.tsx';
import { ROOT_ORG_ID } from '../../session/organisations.ts';
import { ApiDescription } from '../ApiDescription.tsx';
import { nodeLabel } from '../shared-labels.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { EnvironmentCard } from './EnvironmentCard.tsx';
import { KEPT_FILES, KEPT_LOGS } from './kept-days.ts';
import { SettingsPage } from './SettingForm.tsx';

/** Pages of settings: which keys stand together. Keys that nothing in this version reads are not shown. */

const TERMS_TEXTS: Readonly<Record<string, FieldSpec>> = {
  TERMS_OF_USE_EN: { Input: AreaInput },
  TERMS_OF_USE_ZH: { Input: AreaInput },
  TERMS_OF_USE_JA: { Input: AreaInput },
};

/** What may be asked for, and the nodes where those are chosen (docs/behaviour/settings.md). */
const TICKET_FIELDS: Readonly<Record<string, FieldSpec>> = {
  TICKET_OFFERED: {},
  TICKET_OFFERED_NODES: {
    Input: ReferenceInput,
    props: { url: addressOf('nodes', 'list', { oid: ROOT_ORG_ID }), multiple: true, labelOf: nodeLabel },
    shown: { field: 'TICKET_OFFERED', is: 'nodes' },
  },
  TICKET_BREAK_GLASS: {},
  TICKET_BREAK_GLASS_MINUTES: { shown: { field: 'TICKET_BREAK_GLASS', is: true } },
};

export function BasicSettings() {
  const { t } = useTranslation('settings');
  const licensed = usePublicSettings().XPACK_LICENSE_IS_VALID === true;
  return (
    <SettingsPage
      title={t('basic.title')}
      category="basic"
      fields={{ GLOBAL_ORG_DISPLAY_NAME: { has: licensed }, TICKETS_ENABLED: { has: licensed }, ...TICKET_FIELDS, ...TERMS_TEXTS }}
      groups={[
        { title: t('basic.site'), fields: ['SITE_URL', 'USER_GUIDE_URL', 'FORGOT_PASSWORD_URL', 'GLOBAL_ORG_DISPLAY_NAME'] },
        ...(licensed
          ? [
              { title: t('basic.features'), fields: ['TICKETS_ENABLED'] },
              { title: t('basic.tickets'), purpose: t('basic.ticketsPurpose'), fields: Object.keys(TICKET_FIELDS) },
            ]
          : []),
        { title: t('basic.terms'), fields: ['TERMS_OF_USE_ENABLED', 'TERMS_OF_USE_VERSION', ...Object.keys(TERMS_TEXTS)] },
      ]}
    >
      <AnnouncementCard />
      <EnvironmentCard />
      <ApiDescription />
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

interface Group {
  /** Key of its words, as `purpose` is. */
  title: string;
  purpose?: string;
  fields: readonly string[];
}

interface PlainProps {
  category: string;
  /** Key of its words. */
  title: string;
  groups: readonly Group[];
  fields?: Readonly<Record<string, FieldSpec>>;
  extra?: (values: Values) => ReactNode;
  follow?: (changed: Values) => Values;
}

/** A page that is groups of fields and nothing else. */
function PlainSettings({ title, groups, ...rest }: PlainProps) {
  const { t } = useTranslation('settings');
  const worded = groups.map((group) => ({ ...group, title: t(group.title), ...(group.purpose ? { purpose: t(group.purpose) } : {}) }));
  return <SettingsPage {...rest} title={t(title)} groups={worded} />;
}

const SECURITY: readonly Group[] = [
  {
    title: 'security.sessions',
    fields: [
      'SECURITY_MAX_IDLE_TIME',
      'SECURITY_MAX_SESSION_TIME',
      'SECURITY_MAX_SESSION_COUNT',
      'SECURITY_WATERMARK_ENABLED',
      'SECURITY_LUNA_REMEMBER_AUTH',
      'SECURITY_SESSION_SHARE',
      'SECURITY_COMMAND_EXECUTION',
      'SECURITY_INSECURE_COMMAND_LEVEL',
      'SECURITY_SERVICE_ACCOUNT_REGISTRATION',
      'SECURITY_COMPONENT_APPROVAL',
    ],
  },
  {
    title: 'security.identity',
    fields: [
      'SECURITY_MFA_AUTH',
      'SECURITY_MFA_BY_EMAIL',
      'SECURITY_MFA_TRUST_DAYS',
      'VERIFY_CODE_TTL',
      'SECURITY_MFA_VERIFY_TTL',
      'SECURITY_PASSWORD_EXPIRATION_TIME',
      'SECURITY_LOGIN_IDLE_MINUTES',
      'SECURITY_LOGIN_MAX_HOURS',
      'USER_LOGIN_SINGLE_MACHINE_ENABLED',
      'SECURITY_CHECK_DIFFERENT_CITY_LOGIN',
    ],
  },
  { title: 'security.outside', fields: ['SECURITY_OUTSIDE_MAX_DAYS', 'SECURITY_OUTSIDE_REVIEW_DAYS'] },
  {
    title: 'security.loginPage',
    purpose: 'security.loginPagePurpose',
    fields: ['SECURITY_MFA_IN_LOGIN_PAGE', 'SECURITY_LOGIN_CHALLENGE_ENABLED', 'SECURITY_LOGIN_CAPTCHA_ENABLED'],
  },
  {
    title: 'security.limits',
    purpose: 'security.limitsPurpose',
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
    title: 'security.passwords',
    purpose: 'security.passwordsPurpose',
    fields: [
      'SECURITY_PASSWORD_MIN_LENGTH',
      'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH',
      'SECURITY_PASSWORD_UPPER_CASE',
      'SECURITY_PASSWORD_LOWER_CASE',
      'SECURITY_PASSWORD_NUMBER',
      'SECURITY_PASSWORD_SPECIAL_CHAR',
      'SECURITY_PASSWORD_REFUSE_KNOWN',
      'OLD_PASSWORD_HISTORY_LIMIT_COUNT',
    ],
  },
];

/** The login page has one of these at most: switching one on switches the others off. */
const oneOfLoginPage = (changed: Values): Values => {
  const on = LOGIN_PAGE_KEYS.find((key) => changed[key] === true);
  return on ? Object.fromEntries(LOGIN_PAGE_KEYS.filter((key) => key !== on).map((key) => [key, false])) : {};
};

const SECURITY_FIELDS: Readonly<Record<string, FieldSpec>> = {
  // Before it is known who somebody is, codes can be asked of everybody or nobody.
  SECURITY_MFA_IN_LOGIN_PAGE: { shown: (values) => Number(values.SECURITY_MFA_AUTH) === 1 },
  SECURITY_LOGIN_IP_WHITE_LIST: { widget: 'ipGroup' },
  SECURITY_LOGIN_IP_BLACK_LIST: { widget: 'ipGroup' },
};

export const SecuritySettings = () => (
  <PlainSettings category="security" title="security.title" groups={SECURITY} fields={SECURITY_FIELDS} follow={oneOfLoginPage} />
);

const CLEAN: readonly Group[] = [
  {
    title: 'clean.logs',
    purpose: 'clean.purpose',
    fields: KEPT_LOGS,
  },
  { title: 'clean.files', purpose: 'clean.filesPurpose', fields: KEPT_FILES },
];

export const CleanSettings = () => <PlainSettings category="clean" title="clean.title" groups={CLEAN} />;

const EVIDENCE: readonly Group[] = [
  { title: 'evidence.anchors', purpose: 'evidence.purpose', fields: ['AUDIT_ANCHOR_INTERVAL'] },
  {
    title: 'evidence.store',
    fields: [
      'AUDIT_ANCHOR_S3_ENDPOINT',
      'AUDIT_ANCHOR_S3_BUCKET',
      'AUDIT_ANCHOR_S3_REGION',
      'AUDIT_ANCHOR_S3_ACCESS_KEY',
      'AUDIT_ANCHOR_S3_SECRET_KEY',
      'AUDIT_ANCHOR_S3_LOCK',
    ],
  },
  { title: 'evidence.syslog', fields: ['AUDIT_ANCHOR_SYSLOG'] },
];

export const EvidenceSettings = () => <PlainSettings category="evidence" title="evidence.title" groups={EVIDENCE} />;

const OTHER: readonly Group[] = [
  { title: 'other.otp', fields: ['OTP_ISSUER_NAME', 'OTP_VALID_WINDOW'] },
  { title: 'other.help', fields: ['HELP_DOCUMENT_URL', 'HELP_SUPPORT_URL'] },
];

export function OtherSettings() {
  const has = usePublicSettings().XPACK_LICENSE_IS_VALID === true;
  return (
    <PlainSettings category="other" title="other.title" groups={OTHER} fields={{ HELP_DOCUMENT_URL: { has }, HELP_SUPPORT_URL: { has } }} />
  );
}
