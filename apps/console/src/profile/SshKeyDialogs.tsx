import { toast } from '@postern/ui';
import { Button, Form, type FormInstance, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../fields/Dialog.tsx';
import { confirmTypeOf } from '../screens/confirm/useIdentityCheck.tsx';
import { client } from '../session/http.ts';
import { showProblems } from './form-problems.ts';
import { type Guarded, type SshKey, useKeysChanged } from './ssh-keys-api.ts';

const MAX_NAME = 128;

interface Values {
  name: string;
  public_key: string;
}

/** What the key calls itself: the third word of its line. */
const commentIn = (line: string): string => line.trim().split(/\s+/).slice(2).join(' ').slice(0, MAX_NAME);

/** Asks for a public key. What is wrong with it is said at its field. */
export function AddKeyDialog({ guarded, onClose }: { guarded: Guarded; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const changed = useKeysChanged();
  const [form] = Form.useForm<Values>();
  const save = async ({ name, public_key }: Values): Promise<boolean> => {
    const outcome = await guarded(() =>
      client.sshKey.create({ name: name.trim(), public_key: public_key.trim() }).then(
        () => ({ refused: undefined }),
        (refused: unknown) => {
          // That it has to be confirmed first is no fault of the form.
          if (confirmTypeOf(refused)) throw refused;
          return { refused };
        },
      ),
    );
    if (outcome?.refused) showProblems(form, outcome.refused, ['name', 'public_key']);
    if (!outcome || outcome.refused) return false;
    toast.success(t('sshKeys.added'));
    await changed();
    return true;
  };
  return (
    <KeyForm form={form} title={t('sshKeys.add')} verb={t('sshKeys.add')} save={save} onClose={onClose}>
      <Form.Item
        name="public_key"
        label={t('sshKeys.key')}
        extra={t('sshKeys.keyHelp')}
        rules={[{ required: true, whitespace: true, message: t('required') }]}
      >
        <Input.TextArea
          className="p-mono"
          rows={4}
          autoFocus
          placeholder="ssh-ed25519 AAAA…"
          spellCheck={false}
          onChange={(event) => {
            if (!form.isFieldTouched('name')) form.setFieldValue('name', commentIn(event.target.value));
          }}
        />
      </Form.Item>
      <NameItem />
    </KeyForm>
  );
}

export function RenameKeyDialog({ row, onClose }: { row: SshKey; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const changed = useKeysChanged();
  const [form] = Form.useForm<Values>();
  const save = ({ name }: Values): Promise<boolean> =>
    client.sshKey.partialUpdate(row.id, { name: name.trim() }).then(
      () => changed().then(() => true),
      (refused: unknown) => {
        showProblems(form, refused, ['name']);
        return false;
      },
    );
  return (
    <KeyForm form={form} title={t('sshKeys.rename')} verb={t('save')} start={{ name: row.name }} save={save} onClose={onClose}>
      <NameItem />
    </KeyForm>
  );
}

function NameItem() {
  const { t } = useTranslation('profile');
  return (
    <Form.Item name="name" label={t('sshKeys.name')} rules={[{ required: true, whitespace: true, message: t('required') }]}>
      <Input maxLength={MAX_NAME} />
    </Form.Item>
  );
}

interface KeyFormProps {
  form: FormInstance<Values>;
  title: string;
  verb: string;
  start?: Partial<Values>;
  /** @returns whether it is done, and the dialog may go */
  save: (values: Values) => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}

function KeyForm({ form, title, verb, start = {}, save, onClose, children }: KeyFormProps) {
  const { t } = useTranslation('screens');
  const [busy, setBusy] = useState(false);
  const submit = async (values: Values): Promise<void> => {
    setBusy(true);
    const done = await save(values);
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog title={title} width={560} keeps onClose={onClose}>
      <Form form={form} layout="vertical" requiredMark={false} initialValues={start} onFinish={(values) => void submit(values)}>
        {children}
        <div className="s-dialog-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
