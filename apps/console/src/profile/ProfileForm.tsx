import { Surface, toast } from '@postern/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { PhoneInput, parsePhone } from '../fields/PhoneInput.tsx';
import { useAuth } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { refreshProfile } from '../startup/start.ts';
import { AccountFields } from './AccountFields.tsx';
import { showProblems } from './form-problems.ts';
import { PHONE_INFO, phoneBody } from './phone-field.ts';

interface Values {
  phone: { code: string; phone: string };
  wechat: string;
}

/** Phone and chat name of the person; name, username and email are the administrator's. */
export function ProfileForm() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const [form] = Form.useForm<Values>();
  const save = useMutation({
    mutationFn: (values: Values) => client.profile.partialUpdate({ phone: phoneBody(values.phone), wechat: values.wechat?.trim() ?? '' }),
    onSuccess: async () => {
      toast.success(t('saved'));
      await refreshProfile();
    },
    onError: (error) => showProblems(form, error, ['phone', 'wechat']),
  });
  return (
    <Surface className="profile-form">
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ phone: parsePhone(profile.phone), wechat: profile.wechat ?? '' }}
        onFinish={(values) => save.mutate(values)}
      >
        <AccountFields profile={profile} />
        <Form.Item name="phone" label={t('field.phone')}>
          <PhoneInput info={PHONE_INFO} />
        </Form.Item>
        <Form.Item name="wechat" label={t('field.wechat')}>
          <Input maxLength={128} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Surface>
  );
}
