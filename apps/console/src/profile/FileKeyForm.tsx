import { encryptFields } from '@postern/client/transport';
import { StatusTag, Surface, toast } from '@postern/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { client } from '../session/http.ts';
import { showProblems } from './form-problems.ts';

const FIELDS = ['new_secret_key', 'new_secret_key_again'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const KEY = keyOf('profile', 'secretkey');

/** The password of encrypted exports and backups (docs/behaviour/profile.md#file-key). Both fields travel encrypted. */
export function FileKeyForm() {
  const { t } = useTranslation('profile');
  const [form] = Form.useForm<Values>();
  const queries = useQueryClient();
  const state = useQuery({ queryKey: KEY, queryFn: ({ signal }) => client.profile.secretkey({}, { signal }) });
  const save = useMutation({
    mutationFn: async (values: Values) => client.profile.secretkeyUpdate(await encryptFields(values, FIELDS)),
    onSuccess: (answer) => {
      queries.setQueryData(KEY, answer);
      form.resetFields();
      toast.success(t('fileKey.saved'));
    },
    onError: (error) => showProblems(form, error, FIELDS),
  });
  const required = { required: true, message: t('required') };
  const set = state.data?.has_secret_key === true;
  return (
    <Surface className="profile-form" purpose={t('fileKey.purpose')} title={t('setting.fileKey')}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => save.mutate(values)}>
        <Form.Item label={t('fileKey.state')}>
          <StatusTag tone={set ? 'success' : 'neutral'}>{t(set ? 'fileKey.set' : 'fileKey.unset')}</StatusTag>
        </Form.Item>
        <Form.Item name="new_secret_key" label={t('fileKey.new')} rules={[required]}>
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="new_secret_key_again"
          label={t('fileKey.again')}
          dependencies={['new_secret_key']}
          rules={[
            required,
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                !value || value === getFieldValue('new_secret_key') ? Promise.resolve() : Promise.reject(new Error(t('fileKey.differ'))),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Surface>
  );
}
