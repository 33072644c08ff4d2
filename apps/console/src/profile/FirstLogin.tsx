import { useMutation } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../fields/Dialog.tsx';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { useAuth } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { refreshProfile } from '../startup/start.ts';
import { EnrolDialog } from './EnrolDialog.tsx';
import { startOtp } from './factors-api.ts';
import { showProblems } from './form-problems.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import './profile.css';

/** Facts that are asked here, where the server says that it has none. */
const FACTS = [
  { name: 'name', rules: [], autoComplete: 'name' },
  { name: 'email', rules: [{ type: 'email' as const }], autoComplete: 'email' },
] as const;

type Values = Partial<Record<'name' | 'email', string>>;

/** The one question of a first login: what the server has not been told, and the terms (docs/behaviour/profile.md#first-login). */
export function FirstLogin({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile');
  const missing = useAuth().profile.missing ?? [];
  const [form] = Form.useForm<Values>();
  const { guarded, dialog } = useIdentityCheck();
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: () => client.profile.partialUpdate({ ...form.getFieldsValue(), is_first_login: false }),
    onSuccess: refreshProfile,
    onError: (error) => showProblems(form, error, ['name', 'email']),
  });
  const proceed = async () => {
    if (missing.includes('second_factor')) setEnrolment(await guarded(startOtp));
    else save.mutate();
  };
  return (
    <>
      <Dialog
        title={t('firstLogin.title')}
        width={480}
        keeps
        verb={t('firstLogin.verb')}
        run={form.submit}
        busy={save.isPending}
        onClose={onClose}
      >
        <Form form={form} layout="vertical" requiredMark={false} onFinish={() => void proceed()}>
          {FACTS.filter(({ name }) => missing.includes(name)).map(({ name, rules, autoComplete }) => (
            <Form.Item key={name} name={name} label={t(`field.${name}`)} rules={[{ required: true, message: t('required') }, ...rules]}>
              <Input maxLength={128} autoComplete={autoComplete} />
            </Form.Item>
          ))}
          {missing.includes('second_factor') && <p>{t('firstLogin.factor')}</p>}
          <p className="s-note">{t('firstLogin.terms')}</p>
          {/* Enter in a field continues, as the button does. */}
          <button type="submit" hidden />
        </Form>
      </Dialog>
      {enrolment && (
        <EnrolDialog
          enrolment={enrolment}
          onCancel={() => setEnrolment(undefined)}
          onBound={(made) => {
            setEnrolment(undefined);
            setCodes(made);
          }}
        />
      )}
      {codes.length > 0 && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes([]);
            save.mutate();
          }}
        />
      )}
      {dialog}
    </>
  );
}
