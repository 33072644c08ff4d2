import { FactList, Surface, toast } from '@postern/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { refreshProfile } from '../startup/start.ts';
import { showProblems } from './form-problems.ts';

/** Replaces the public key that the person logs in with over SSH. */
export function SshKeyForm() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const [form] = Form.useForm<{ public_key: string }>();
  const save = useMutation({
    mutationFn: ({ public_key }: { public_key: string }) => client.profile.publickeyUpdate({ public_key: public_key.trim() }),
    onSuccess: async () => {
      toast.success(t('sshKey.changed'));
      form.resetFields();
      await refreshProfile();
    },
    onError: (error) => showProblems(form, error, ['public_key']),
  });
  return (
    <Surface className="profile-form">
      <FactList
        facts={[
          { key: 'comment', label: t('sshKey.comment'), value: profile.public_key_comment },
          { key: 'hash', label: t('sshKey.fingerprint'), value: <span className="p-mono">{profile.public_key_hash_md5 || '-'}</span> },
        ]}
      />
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => save.mutate(values)}>
        <Form.Item
          name="public_key"
          label={t('sshKey.new')}
          extra={t('sshKey.help')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea className="p-mono" rows={4} maxLength={2048} placeholder="ssh-ed25519 AAAA…" spellCheck={false} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('sshKey.submit')}
        </Button>
      </Form>
    </Surface>
  );
}
