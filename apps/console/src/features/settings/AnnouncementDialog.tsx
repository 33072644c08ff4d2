import { useMobile } from '@postern/ui';
import { Alert, Form, Input, Spin, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import type { Values } from '../../model/values.ts';
import { errorMessage } from '../../session/errors.ts';
import { useSettingForm } from './useSettingForm.ts';

interface Entered {
  enabled: boolean;
  atLogin: boolean;
  SUBJECT: string;
  CONTENT: string;
  LINK?: string;
}

/** Writes the announcement. Each save is a new one, so whoever has closed the last sees it again (docs/wire/settings.md#announcement). */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'screens']);
  const mobile = useMobile();
  const form = useSettingForm('basic');
  const [antd] = Form.useForm<Entered>();
  const { ANNOUNCEMENT_ENABLED: enabled, ANNOUNCEMENT_AT_LOGIN: atLogin, ANNOUNCEMENT: stored } = form.values ?? {};
  const nested = (form.errors.nested?.ANNOUNCEMENT ?? {}) as Partial<Record<keyof Entered, string[]>>;
  const item = (name: 'SUBJECT' | 'CONTENT' | 'LINK') => ({
    name,
    label: t(`announcement.${name}`),
    ...(nested[name] ? { validateStatus: 'error' as const, help: nested[name].join(' ') } : {}),
  });
  const required = { required: true, whitespace: true, message: t('required') };
  const save = async ({ enabled: on, atLogin: onLogin, ...announcement }: Entered) => {
    const values: Values = { ANNOUNCEMENT_ENABLED: on, ANNOUNCEMENT_AT_LOGIN: onLogin, ANNOUNCEMENT: announcement };
    if (await form.save(values, Object.keys(values))) onClose();
  };
  return (
    <Dialog
      width={mobile ? '80%' : 640}
      title={t('announcement.title')}
      verb={t('screens:action.save')}
      busy={form.saving}
      run={() => antd.submit()}
      onClose={onClose}
    >
      {form.error ? <Alert type="error" showIcon title={errorMessage(form.error)} /> : null}
      {form.values ? (
        <Form
          form={antd}
          layout="vertical"
          initialValues={{ enabled: enabled === true, atLogin: atLogin === true, ...(stored as object) }}
          onFinish={(entered) => void save(entered)}
        >
          <Form.Item name="enabled" label={t('announcement.show')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name="atLogin" label={t('announcement.atLogin')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item {...item('SUBJECT')} rules={[required]}>
            <Input maxLength={1024} />
          </Form.Item>
          <Form.Item {...item('CONTENT')} rules={[required]}>
            <Input.TextArea rows={5} maxLength={16_384} />
          </Form.Item>
          <Form.Item {...item('LINK')}>
            <Input maxLength={1024} placeholder="https://" />
          </Form.Item>
        </Form>
      ) : (
        <Spin />
      )}
    </Dialog>
  );
}
