import { addressOf } from '@postern/client/api';
import { toast } from '@postern/ui';
import { Form } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import type { Row } from '../../model/resource.ts';
import { useAuth } from '../../session/auth.tsx';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { refreshProfile } from '../../startup/start.ts';
import { CHOICES } from '../choices.ts';
import { userLabel } from '../shared-labels.ts';

const roleLabel = (role: Row): string => String(role.display_name ?? role.name ?? '');

interface Invitation {
  users?: string[];
  org_roles?: string[];
}

/** People who are elsewhere already join this organisation with roles of it (docs/behaviour/people.md#inviting). */
export function InviteDialog({ onClose }: { onClose: (invited: boolean) => void }) {
  const { t } = useTranslation(['people', 'screens']);
  const { profile } = useAuth();
  const [form] = Form.useForm<Invitation>();
  const [saving, setSaving] = useState(false);
  const people = useRef<HTMLDivElement>(null);
  const send = async ({ users = [], org_roles = [] }: Invitation) => {
    setSaving(true);
    try {
      await client.users.invite({ users, org_roles });
      toast.success(t('invite.done', { count: users.length }));
      // Who invited themselves has one more organisation to work in.
      if (users.includes(profile.id)) await refreshProfile();
      onClose(true);
    } catch (error) {
      showError(error);
    } finally {
      setSaving(false);
    }
  };
  const needed = [{ required: true, message: t('invite.needed') }];
  return (
    <Dialog
      title={t('invite.title')}
      width="min(92vw, 620px)"
      verb={t('invite.verb')}
      busy={saving}
      run={form.submit}
      onClose={() => onClose(false)}
      afterOpenChange={(open) => open && people.current?.querySelector('input')?.focus()}
    >
      <p className="s-dialog-text">{t('invite.text')}</p>
      <Form form={form} layout="vertical" requiredMark onFinish={(values) => void send(values)}>
        <div ref={people}>
          <Form.Item
            name="users"
            label={t('invite.people')}
            rules={needed}
            {...(profile.is_superuser ? {} : { extra: t('invite.byName') })}
          >
            <RemoteSelect multiple aria-label={t('invite.people')} url={addressOf('users', 'suggestions')} labelOf={userLabel} />
          </Form.Item>
        </div>
        <Form.Item name="org_roles" label={t('invite.roles')} rules={needed}>
          <RemoteSelect multiple aria-label={t('invite.roles')} url={CHOICES.orgRoles} labelOf={roleLabel} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
