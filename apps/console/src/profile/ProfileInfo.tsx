import { Button, CopyableText, type Fact, FactList, PageHeader, RelativeTime, StatusTag, Surface } from '@postern/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { parsePhone } from '../fields/PhoneInput.tsx';
import { currentLanguage } from '../i18n/language.ts';
import { useAuth } from '../session/auth.tsx';
import type { Profile } from '../session/session-types.ts';
import { useUnless } from '../session/useRefusals.ts';
import { BoundAccounts } from './BoundAccounts.tsx';
import { ChatAccounts } from './ChatAccounts.tsx';
import { MessageWays } from './MessageWays.tsx';
import { OwnData } from './OwnData.tsx';
import './profile.css';

/** What is known about the person, and the way to change it (docs/behaviour/profile.md#account-information). */
export function ProfileInfo() {
  const { t } = useTranslation(['profile', 'identity']);
  const unless = useUnless();
  const { profile } = useAuth();
  const navigate = useNavigate();
  const isLocal = profile.source?.value === 'local';
  const open = (tab: string) => () => void navigate(`/profile/setting?activeTab=${tab}`);
  return (
    <>
      <PageHeader title={t('info.title')} actions={<Button onClick={open('ProfileUpdate')}>{t('info.edit')}</Button>} />
      <div className="profile-columns">
        <Surface title={t('info.account')}>
          <FactList facts={useFacts(profile)} />
        </Surface>
        <div className="profile-side">
          <Surface title={t('info.signIn')} purpose={t('info.signInPurpose')}>
            <div className="profile-rows">
              <Row
                title={t('info.password')}
                text={isLocal ? t('info.passwordText') : t('info.passwordElsewhere', { source: profile.source?.label })}
              >
                <Button refused={unless(isLocal, 'refused:notLocal')} onClick={open('PasswordUpdate')}>
                  {t('info.change')}
                </Button>
              </Row>
              <Row title={t('identity:factors.tab')} text={t('identity:factors.info')}>
                <Button onClick={open('MFAUpdate')}>{t('identity:factors.manage')}</Button>
              </Row>
              <Row title={t('info.logins')} text={t('info.loginsText')}>
                <Button onClick={open('Logins')}>{t('info.look')}</Button>
              </Row>
              <Row title={t('info.sshKey')} text={profile.can_public_key_auth ? t('info.sshKeyText') : t('info.sshKeyOff')}>
                <Button refused={unless(profile.can_public_key_auth === true, 'refused:noKeys')} onClick={open('SSHUpdate')}>
                  {t('info.change')}
                </Button>
              </Row>
              <OwnData />
              <ChatAccounts />
            </div>
          </Surface>
          <BoundAccounts />
          <MessageWays />
        </div>
      </div>
    </>
  );
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="p-row profile-row">
      <div>
        <b>{title}</b>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

function useFacts(profile: Profile): Fact[] {
  const { t } = useTranslation('profile');
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  const { code, phone } = parsePhone(profile.phone);
  const time = (value: string | null) => <RelativeTime value={value} language={currentLanguage().tag} />;
  const names = (list: readonly { name?: string; display_name?: string }[] | undefined) =>
    (list ?? []).map((item) => item.display_name ?? item.name).join(', ');
  return [
    { key: 'username', label: t('field.username'), value: <CopyableText value={profile.username} labels={labels} /> },
    { key: 'name', label: t('field.name'), value: profile.name },
    { key: 'email', label: t('field.email'), value: <CopyableText value={profile.email} labels={labels} /> },
    { key: 'phone', label: t('field.phone'), value: phone ? `${code} ${phone}` : '' },
    { key: 'system_roles', label: t('field.systemRoles'), value: names(profile.system_roles) },
    { key: 'org_roles', label: t('field.orgRoles'), value: names(profile.org_roles) },
    { key: 'groups', label: t('field.groups'), value: names(profile.groups) },
    { key: 'source', label: t('field.source'), value: profile.source?.label },
    {
      key: 'active',
      label: t('field.status'),
      value: (
        <StatusTag tone={profile.is_active ? 'success' : 'danger'}>{profile.is_active ? t('info.active') : t('info.inactive')}</StatusTag>
      ),
    },
    { key: 'mfa', label: t('field.mfa'), value: profile.mfa_level?.label },
    { key: 'last_login', label: t('field.lastLogin'), value: time(profile.last_login) },
    { key: 'joined', label: t('field.joined'), value: time(profile.date_joined) },
    { key: 'password', label: t('field.passwordChanged'), value: time(profile.date_password_last_updated) },
    { key: 'expires', label: t('field.expires'), value: time(profile.date_expired) },
    { key: 'comment', label: t('field.comment'), value: profile.comment },
  ];
}
