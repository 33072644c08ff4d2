import { encryptFields } from '@postern/client/transport';
import { Surface, toast } from '@postern/ui';
import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PasswordInput } from '../fields/PasswordInput.tsx';
import { passwordProblems, readPolicy } from '../fields/password-policy.ts';
import { useAuth, usePublicSettings } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { AgainItem, SavedForm } from './ProfileFields.tsx';

const FIELDS = ['old_password', 'new_password', 'new_password_again'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

const INFO = { type: 'string', required: true, read_only: false, write_only: true, label: '', max_length: 128 } as const;

/** Changes the login password. All three travel encrypted; the session may be over afterwards, which the next request finds out. */
export function PasswordForm() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const policy = readPolicy(usePublicSettings().PASSWORD_RULE, profile.is_org_admin);
  const navigate = useNavigate();
  const required = { required: true, message: t('required') };
  return (
    <Surface className="profile-form">
      <Alert type="info" showIcon title={t('password.ends')} className="s-alert" />
      <SavedForm
        names={FIELDS}
        save={async (values: Values) => client.profile.passwordUpdate(await encryptFields(values, FIELDS))}
        saved={() => {
          toast.success(t('password.changed'));
          void navigate('/');
        }}
        verb={t('password.submit')}
      >
        <input type="text" name="username" autoComplete="username" value={profile.username} readOnly hidden />
        <Form.Item name="old_password" label={t('password.old')} rules={[required]}>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="new_password"
          label={t('password.new')}
          rules={[
            required,
            {
              validator: (_, value: string | undefined) =>
                passwordProblems(value ?? '', policy).length > 0 ? Promise.reject(new Error(t('password.rule'))) : Promise.resolve(),
            },
          ]}
        >
          <PasswordInput info={INFO} policy={policy} />
        </Form.Item>
        <AgainItem name="new_password_again" of="new_password" label={t('password.again')} differ={t('password.differ')} />
      </SavedForm>
    </Surface>
  );
}
