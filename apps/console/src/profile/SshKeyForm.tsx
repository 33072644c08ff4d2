import { FactList, Surface, toast } from '@postern/ui';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { refreshProfile } from '../startup/start.ts';
import { SavedForm } from './ProfileFields.tsx';

/** Replaces the public key that the person logs in with over SSH. */
export function SshKeyForm() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  return (
    <Surface className="profile-form">
      <FactList
        facts={[
          { key: 'comment', label: t('sshKey.comment'), value: profile.public_key_comment },
          { key: 'hash', label: t('sshKey.fingerprint'), value: <span className="p-mono">{profile.public_key_hash_md5 || '-'}</span> },
        ]}
      />
      <SavedForm
        names={['public_key']}
        save={({ public_key }: { public_key: string }) => client.profile.publickeyUpdate({ public_key: public_key.trim() })}
        saved={async (_, form) => {
          toast.success(t('sshKey.changed'));
          form.resetFields();
          await refreshProfile();
        }}
        verb={t('sshKey.submit')}
      >
        <Form.Item
          name="public_key"
          label={t('sshKey.new')}
          extra={t('sshKey.help')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea className="p-mono" rows={4} maxLength={2048} placeholder="ssh-ed25519 AAAA…" spellCheck={false} />
        </Form.Item>
      </SavedForm>
    </Surface>
  );
}
