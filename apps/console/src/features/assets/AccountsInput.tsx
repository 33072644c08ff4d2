import { Button, IconButton } from '@postern/ui';
import { Form, Input, Radio, Switch } from 'antd';
import { CircleMinus, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import type { InputProps } from '../../fields/field-props.ts';
import { SecretInput, SecretTextInput } from '../../fields/SecretInput.tsx';
import { localInfo } from '../shared-fields.ts';

/** An account that is created together with its asset. The secret stays in the form until it is sent. */
export interface AccountDraft {
  name: string;
  username: string;
  secret_type: string;
  secret?: string;
  privileged: boolean;
}

/** Logins that mean full rights on a machine. */
const PRIVILEGED = /^(root|administrator)$/i;
const LONG_SECRETS = new Set(['ssh_key', 'token', 'access_key', 'api_key']);

export function AccountsInput({ value, onChange, disabled, types = ['password'] }: InputProps & { types?: readonly string[] }) {
  const { t } = useTranslation(['features', 'fields', 'screens']);
  const drafts = Array.isArray(value) ? (value as AccountDraft[]) : [];
  const [editing, setEditing] = useState<{ draft: AccountDraft | undefined; at: number }>();
  const save = (draft: AccountDraft) => {
    const at = editing?.at ?? -1;
    // The same username and kind of secret is the same account: the newer one wins.
    const others = drafts.filter(
      (other, index) => index !== at && !(other.username === draft.username && other.secret_type === draft.secret_type),
    );
    onChange?.([...others, draft]);
    setEditing(undefined);
  };
  return (
    <div className="s-rows">
      {drafts.length > 0 && (
        <ul className="s-relation">
          {drafts.map((draft, at) => (
            <li key={`${draft.username} ${draft.secret_type}`}>
              <span>
                {draft.name} ({draft.username}) · {t(`accounts.${draft.secret_type}`)}
                {draft.privileged && ` · ${t('accounts.privileged')}`}
              </span>
              <span>
                <IconButton icon={Pencil} label={t('assets.editAccount')} onClick={() => setEditing({ draft, at })} />
                <IconButton
                  icon={CircleMinus}
                  label={t('screens:action.remove')}
                  onClick={() => onChange?.(drafts.filter((_, index) => index !== at))}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Button size="small" icon={<Plus size={14} />} locked={disabled} onClick={() => setEditing({ draft: undefined, at: -1 })}>
        {t('assets.addAccount')}
      </Button>
      {editing && <DraftDialog start={editing.draft} types={types} onSave={save} onClose={() => setEditing(undefined)} />}
    </div>
  );
}

interface DialogProps {
  start: AccountDraft | undefined;
  types: readonly string[];
  onSave: (draft: AccountDraft) => void;
  onClose: () => void;
}

function DraftDialog({ start, types, onSave, onClose }: DialogProps) {
  const { t } = useTranslation(['features', 'fields', 'screens']);
  const [form] = Form.useForm<AccountDraft>();
  const type = Form.useWatch('secret_type', form) ?? start?.secret_type ?? types[0] ?? 'password';
  const required = [{ required: true, whitespace: true, message: t('fields:rule.required') }];
  const Secret = LONG_SECRETS.has(type) ? SecretTextInput : SecretInput;
  return (
    <Dialog
      title={t(start ? 'assets.editAccount' : 'assets.addAccount')}
      width={720}
      verb={t('screens:action.save')}
      onClose={onClose}
      run={() => form.submit()}
      keeps
    >
      {/* A form of its own: the dialog stands outside the page's form, and events of a portal bubble through React's tree. */}
      <Form
        form={form}
        // Sets the ids of these fields apart from those of the page's form.
        name="account-draft"
        layout="vertical"
        component={false}
        initialValues={start ?? { privileged: false, secret_type: types[0] }}
        onFinish={(draft) => onSave({ ...start, ...draft })}
        onValuesChange={(changed: Partial<AccountDraft>) => {
          if (changed.name !== undefined && !form.isFieldTouched('username')) form.setFieldValue('username', changed.name);
          const login = form.getFieldValue('username') as string | undefined;
          if ((changed.name ?? changed.username) !== undefined && PRIVILEGED.test(login ?? '')) form.setFieldValue('privileged', true);
        }}
      >
        <Form.Item name="name" label={t('accounts.name')} rules={required}>
          <Input autoFocus maxLength={128} autoComplete="off" />
        </Form.Item>
        <Form.Item name="username" label={t('accounts.username')} rules={required}>
          <Input maxLength={128} autoComplete="off" />
        </Form.Item>
        <Form.Item name="privileged" label={t('accounts.privileged')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="secret_type" label={t('accounts.secret')}>
          <Radio.Group options={types.map((kind) => ({ value: kind, label: t(`accounts.${kind}`) }))} />
        </Form.Item>
        <Form.Item name="secret" label={t(`accounts.${type}`)}>
          <Secret info={localInfo('', 'string', { write_only: true, max_length: 40_960 })} />
        </Form.Item>
        {type === 'ssh_key' && (
          <Form.Item name="passphrase" label={t('accounts.passphrase')}>
            <SecretInput info={localInfo('', 'string', { write_only: true, max_length: 512 })} />
          </Form.Item>
        )}
      </Form>
    </Dialog>
  );
}
