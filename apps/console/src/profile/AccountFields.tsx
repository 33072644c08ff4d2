import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../session/session-types.ts';

/** Who the person is: shown, not changed, because an administrator keeps these. */
export function AccountFields({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  return (
    <>
      <Form.Item label={t('field.username')}>
        <Input value={profile.username} disabled />
      </Form.Item>
      <Form.Item label={t('field.name')}>
        <Input value={profile.name} disabled />
      </Form.Item>
      <Form.Item label={t('field.email')}>
        <Input value={profile.email} disabled />
      </Form.Item>
    </>
  );
}
