import { ApiError } from '@postern/client/http';
import { toast } from '@postern/ui';
import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../fields/Dialog.tsx';
import { showError } from '../../../session/errors.ts';
import { client } from '../../../session/http.ts';

interface Typed {
  username?: string;
  password?: string;
}

/** Whether somebody of the directory may log in, by the saved settings. Nobody is logged in by it. */
export function LdapLoginDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [form] = Form.useForm<Typed>();
  const [busy, setBusy] = useState(false);
  const test = async ({ username = '', password = '' }: Typed) => {
    setBusy(true);
    try {
      toast.success(await client.ldap.testlogin({ username, password }));
    } catch (error) {
      if (error instanceof ApiError && typeof error.body === 'string') toast.error(error.body);
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('auth.ldap.testLogin')} verb={t('auth.ldap.testNow')} run={form.submit} busy={busy} keeps="beside" onClose={onClose}>
      <Form form={form} layout="vertical" onFinish={(typed: Typed) => void test(typed)}>
        <Alert type="info" showIcon title={t('auth.ldap.saveFirst')} className="s-form-card" />
        <Form.Item name="username" label={t('auth.ldap.username')} rules={[{ required: true, message: t('auth.ldap.needed') }]}>
          <Input autoComplete="off" maxLength={128} autoFocus />
        </Form.Item>
        <Form.Item name="password" label={t('auth.ldap.password')} rules={[{ required: true, message: t('auth.ldap.needed') }]}>
          <Input.Password autoComplete="off" maxLength={1024} onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
