import { useMutation } from '@tanstack/react-query';
import { Button, Form, type FormInstance, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PhoneInput } from '../fields/PhoneInput.tsx';
import { showProblems } from './form-problems.ts';
import { PHONE_INFO } from './phone-field.ts';

interface SavedFormProps<V, A> {
  /** What the server may have something to say about: it is said at the field. */
  names: readonly string[];
  start?: Partial<V>;
  save: (values: V) => Promise<A>;
  saved: (answer: A, form: FormInstance<V>) => unknown;
  /** On the button. */
  verb: string;
  children: ReactNode;
}

/** A form of the profile with the button that saves it. */
export function SavedForm<V extends object, A>({ names, start = {}, save, saved, verb, children }: SavedFormProps<V, A>) {
  const [form] = Form.useForm<V>();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (answer) => saved(answer, form),
    onError: (error) => showProblems(form, error, names),
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} initialValues={start} onFinish={(values) => saving.mutate(values)}>
      {children}
      <Button type="primary" htmlType="submit" loading={saving.isPending}>
        {verb}
      </Button>
    </Form>
  );
}

/** A secret typed again, which has to be that of the field `of`. */
export function AgainItem({ name, of, label, differ }: { name: string; of: string; label: string; differ: string }) {
  const { t } = useTranslation('profile');
  return (
    <Form.Item
      name={name}
      label={label}
      dependencies={[of]}
      rules={[
        { required: true, message: t('required') },
        ({ getFieldValue }) => ({
          validator: (_, value) => (!value || value === getFieldValue(of) ? Promise.resolve() : Promise.reject(new Error(differ))),
        }),
      ]}
    >
      <Input.Password autoComplete="new-password" maxLength={128} />
    </Form.Item>
  );
}

/** How a person is reached. */
export function ContactItems() {
  const { t } = useTranslation('profile');
  return (
    <>
      <Form.Item name="phone" label={t('field.phone')}>
        <PhoneInput info={PHONE_INFO} />
      </Form.Item>
      <Form.Item name="wechat" label={t('field.wechat')}>
        <Input maxLength={128} />
      </Form.Item>
    </>
  );
}
