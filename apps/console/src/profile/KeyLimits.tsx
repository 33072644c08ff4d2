import type { FieldInfo } from '@postern/contract/metadata';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../data/on-demand.tsx';
import { Dialog } from '../fields/Dialog.tsx';
import { errorMessage } from '../session/errors.ts';
import { useSession } from '../session/session-store.ts';

/** What a key is held to; without any of it, it may all that its owner may, from anywhere and for ever. */
export interface KeyTerms {
  ip_group: string[];
  date_expired: string | null;
  is_read_only: boolean;
  permissions: string[];
}

export const FREE: KeyTerms = { ip_group: ['*'], date_expired: null, is_read_only: false, permissions: [] };

const DatetimeInput = onDemand(() => import('../fields/datetime/DatetimeInput.tsx').then((module) => module.DatetimeInput));
const END: FieldInfo = { type: 'datetime', required: false, read_only: false, write_only: false, label: '' };

/** Only what was changed is sent: an end that has passed since stays as it is, and is no mistake of whoever changes something else. */
const changed = (row: KeyTerms, terms: KeyTerms): Partial<KeyTerms> =>
  Object.fromEntries(
    Object.entries(terms).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(row[name as keyof KeyTerms])),
  );

interface Props {
  row: KeyTerms;
  /** Is given what was changed, and nothing else. */
  save: (terms: Partial<KeyTerms>) => Promise<unknown>;
  onSaved: () => unknown;
  rightsHelp?: string;
}

/** Changes what a key is held to. */
export function LimitsButton({ row, save, onSaved, rightsHelp }: Props) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {t('keys.limits')}
      </Button>
      {open ? (
        <LimitsDialog
          title={t('keys.limits')}
          verb={t('keys.saveLimits')}
          terms={row}
          save={(terms) => save(changed(row, terms))}
          {...(rightsHelp ? { rightsHelp } : {})}
          onSaved={onSaved}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

interface DialogProps {
  title: string;
  verb: string;
  terms: KeyTerms;
  /** False when it came to nothing: the form stays as it was filled in. */
  save: (terms: KeyTerms) => Promise<unknown>;
  /** What is said of the rights, where they are not those of whoever fills it in. */
  rightsHelp?: string;
  onSaved: () => unknown;
  onClose: () => void;
}

/** The form of what a key is held to, for a new one and for one that is there. */
export function LimitsDialog({ title, verb, terms, save, rightsHelp, onSaved, onClose }: DialogProps) {
  const { t } = useTranslation('profile');
  const perms = useSession(({ profile }) => profile?.perms) ?? [];
  const [group, setGroup] = useState(terms.ip_group.filter((entry) => entry !== '*'));
  const [end, setEnd] = useState(terms.date_expired);
  const [readOnly, setReadOnly] = useState(terms.is_read_only);
  const [rights, setRights] = useState(terms.permissions);
  const saving = useMutation({
    mutationFn: () => save({ ip_group: group.length > 0 ? group : ['*'], date_expired: end, is_read_only: readOnly, permissions: rights }),
    onSuccess: async (done) => {
      if (done === false) return;
      onClose();
      await onSaved();
    },
  });
  return (
    <Dialog title={title} width={480} verb={verb} busy={saving.isPending} run={() => saving.mutate()} onClose={onClose}>
      <Form layout="vertical">
        <Form.Item label={t('keys.addressesLabel')} htmlFor="key-addresses" extra={t('keys.addressesHelp')}>
          <Select
            id="key-addresses"
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', ' ']}
            value={group}
            onChange={(next: string[]) => setGroup(next)}
          />
        </Form.Item>
        <Form.Item label={t('keys.ends')} htmlFor="key-ends" extra={t('keys.endsHelp')}>
          <DatetimeInput id="key-ends" info={END} value={end} onChange={(next) => setEnd(next === null ? null : String(next))} />
        </Form.Item>
        <Form.Item label={t('keys.readOnly')} htmlFor="key-read-only" extra={t('keys.readOnlyHelp')}>
          <Switch id="key-read-only" checked={readOnly} onChange={setReadOnly} />
        </Form.Item>
        <Form.Item
          label={t('keys.rights')}
          htmlFor="key-rights"
          extra={rightsHelp ?? t('keys.rightsHelp')}
          {...(saving.isError ? { validateStatus: 'error' as const, help: errorMessage(saving.error) } : {})}
        >
          <Select
            id="key-rights"
            mode="multiple"
            maxTagCount="responsive"
            options={[...perms].sort().map((code) => ({ value: code, label: code }))}
            value={rights}
            onChange={(next: string[]) => setRights(next)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
