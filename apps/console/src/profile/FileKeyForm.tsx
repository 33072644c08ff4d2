import { encryptFields } from '@postern/client/transport';
import { StatusTag, Surface, toast } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { client } from '../session/http.ts';
import { AgainItem, SavedForm } from './ProfileFields.tsx';

const FIELDS = ['new_secret_key', 'new_secret_key_again'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const KEY = keyOf('profile', 'secretkey');

/** The password of encrypted exports and backups (docs/behaviour/profile.md#file-key). Both fields travel encrypted. */
export function FileKeyForm() {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const state = useQuery({ queryKey: KEY, queryFn: ({ signal }) => client.profile.secretkey({}, { signal }) });
  const set = state.data?.has_secret_key === true;
  return (
    <Surface className="profile-form" purpose={t('fileKey.purpose')} title={t('setting.fileKey')}>
      <SavedForm
        names={FIELDS}
        save={async (values: Values) => client.profile.secretkeyUpdate(await encryptFields(values, FIELDS))}
        saved={(answer, form) => {
          queries.setQueryData(KEY, answer);
          form.resetFields();
          toast.success(t('fileKey.saved'));
        }}
        verb={t('save')}
      >
        <Form.Item label={t('fileKey.state')}>
          <StatusTag tone={set ? 'success' : 'neutral'}>{t(set ? 'fileKey.set' : 'fileKey.unset')}</StatusTag>
        </Form.Item>
        <Form.Item name="new_secret_key" label={t('fileKey.new')} rules={[{ required: true, message: t('required') }]}>
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <AgainItem name="new_secret_key_again" of="new_secret_key" label={t('fileKey.again')} differ={t('fileKey.differ')} />
      </SavedForm>
    </Surface>
  );
}
