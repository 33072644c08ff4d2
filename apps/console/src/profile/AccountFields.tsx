import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../session/session-types.ts';

/** Who the person is: shown, not changed, because an administrator keeps these. */
export function AccountFields({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  return (
    <>
      <Form.Item label={t('field.username')} htmlFor="profile-username">
        <Input id="profile-username" value={profile.username} disabled />
      </Form.Item>
      <Form.Item label={t('field.name')} htmlFor="profile-name">
        <Input id="profile-name" value={profile.name} disabled />
      </Form.Item>
      <Form.Item label={t('field.email')} htmlFor="profile-email">
        <Input id="profile-email" value={profile.email} disabled />
      </Form.Item>
    </>
  );
}
