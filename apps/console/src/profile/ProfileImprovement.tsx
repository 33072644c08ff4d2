import { PageHeader, Surface, toast } from '@postern/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { parsePhone } from '../fields/PhoneInput.tsx';
import { confirmTypeOf, useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { useAuth } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { refreshProfile } from '../startup/start.ts';
import { AccountFields } from './AccountFields.tsx';
import { showProblems } from './form-problems.ts';
import { ContactItems } from './ProfileFields.tsx';
import { phoneBody } from './phone-field.ts';
import './profile.css';

interface Values {
  mfa_level?: number;
  public_key?: string;
  phone?: { code: string; phone: string };
  wechat?: string;
  terms: boolean;
}

/** Two-factor level that an administrator has forced; the person cannot lower it. */
const FORCED = 2;

/** The page of a first login: the person completes the profile, then the console opens (docs/behaviour/profile.md#first-login). */
export function ProfileImprovement() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const { guarded, dialog } = useIdentityCheck();
  const forced = profile.mfa_level?.value === FORCED;
  // Without an app the next login asks for one to be set up, so nobody is locked out.
  const hasChoice = !forced;
  const hasKey = profile.source?.value === 'local' && profile.can_public_key_auth !== false;
  const save = useMutation({
    // A key is confirmed before it is laid down; who gives that up stays on the form.
    mutationFn: (values: Values) =>
      guarded(() =>
        client.profile.partialUpdate(bodyOf(values)).then(
          () => ({ refused: undefined }),
          (refused: unknown) => {
            if (confirmTypeOf(refused)) throw refused;
            return { refused };
          },
        ),
      ),
    onSuccess: async (outcome) => {
      if (outcome?.refused) showProblems(form, outcome.refused, ['mfa_level', 'public_key', 'phone', 'wechat']);
      if (!outcome || outcome.refused) return;
      toast.success(t('improvement.done'));
      await refreshProfile();
      void navigate('/profile/info', { replace: true });
    },
  });
  return (
    <div className="profile-form">
      <PageHeader title={t('improvement.title')} help={t('improvement.help')} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError
        initialValues={{
          mfa_level: profile.mfa_level?.value ?? 0,
          phone: parsePhone(profile.phone),
          wechat: profile.wechat ?? '',
          terms: false,
        }}
        onFinish={(values) => save.mutate(values)}
      >
        <Surface title={t('improvement.account')} purpose={t('improvement.accountPurpose')}>
          <AccountFields profile={profile} />
        </Surface>
        {!hasChoice && !hasKey ? null : (
          <Surface title={t('improvement.security')} purpose={t('improvement.securityPurpose')}>
            {hasChoice ? (
              <Form.Item name="mfa_level" label={t('field.mfa')} extra={t('improvement.mfaHelp')}>
                <Radio.Group
                  options={[
                    { value: 0, label: t('improvement.mfaOff') },
                    { value: 1, label: t('improvement.mfaOn') },
                  ]}
                />
              </Form.Item>
            ) : null}
            {hasKey ? (
              <Form.Item name="public_key" label={t('field.publicKey')} extra={t('sshKeys.keyHelp')}>
                <Input.TextArea className="p-mono" rows={3} placeholder="ssh-ed25519 AAAA…" spellCheck={false} />
              </Form.Item>
            ) : null}
          </Surface>
        )}
        <Surface title={t('improvement.contact')} purpose={t('improvement.contactPurpose')}>
          <ContactItems />
        </Surface>
        <Surface>
          <Form.Item
            name="terms"
            valuePropName="checked"
            rules={[{ validator: (_, value) => (value ? Promise.resolve() : Promise.reject(new Error(t('improvement.termsMissing')))) }]}
          >
            <Checkbox>{t('improvement.terms')}</Checkbox>
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('improvement.submit')}
          </Button>
        </Surface>
      </Form>
      {dialog}
    </div>
  );
}

/** Fields that are not on the form, or were left empty, are not sent. */
function bodyOf(values: Values): Record<string, unknown> {
  const key = values.public_key?.trim();
  return {
    ...(values.mfa_level === undefined ? {} : { mfa_level: values.mfa_level }),
    ...(key ? { public_key: key } : {}),
    phone: phoneBody(values.phone),
    wechat: values.wechat?.trim() ?? '',
    terms: true,
    is_first_login: false,
  };
}
