import { EmptyState, PageHeader } from '@postern/ui';
import { Tabs } from 'antd';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAuth } from '../session/auth.tsx';
import { FileKeyForm } from './FileKeyForm.tsx';
import { OwnLogins } from './OwnLogins.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SecondFactors } from './SecondFactors.tsx';
import { SshKeys } from './SshKeys.tsx';
import './profile.css';

/** Profile, password, keys as tabs; the tab of what this person cannot change says why (docs/behaviour/profile.md#profile-settings). */
export function ProfileSetting() {
  const { t } = useTranslation(['profile', 'identity', 'refused']);
  const { profile } = useAuth();
  const isLocal = profile.source?.value === 'local';
  const [query, setQuery] = useSearchParams();
  const items = [
    { key: 'ProfileUpdate', label: t('setting.profile'), children: <ProfileForm /> },
    {
      key: 'PasswordUpdate',
      label: t('setting.password'),
      children: isLocal ? (
        <PasswordForm />
      ) : (
        <EmptyState icon={KeyRound} title={t('info.passwordElsewhere', { source: profile.source?.label })} text={t('refused:notLocal')} />
      ),
    },
    { key: 'MFAUpdate', label: t('identity:factors.tab'), children: <SecondFactors /> },
    {
      key: 'SSHUpdate',
      label: t('setting.sshKey'),
      children: profile.can_public_key_auth ? (
        <SshKeys />
      ) : (
        <EmptyState icon={KeyRound} title={t('info.sshKeyOff')} text={t('refused:noKeys')} />
      ),
    },
    { key: 'SecretKeyUpdate', label: t('setting.fileKey'), children: <FileKeyForm /> },
    { key: 'Logins', label: t('setting.logins'), children: <OwnLogins /> },
  ];
  const asked = query.get('activeTab')?.toLowerCase();
  const active = items.find((item) => item.key.toLowerCase() === asked)?.key ?? 'ProfileUpdate';
  return (
    <>
      <PageHeader title={t('setting.title')} />
      <Tabs items={items} activeKey={active} destroyOnHidden onChange={(key) => setQuery({ activeTab: key }, { replace: true })} />
    </>
  );
}
