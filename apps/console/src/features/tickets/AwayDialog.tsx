import type { FieldInfo } from '@postern/contract/metadata';
import { toast } from '@postern/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useDebounced } from '../../data/useDebounced.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { DatetimeInput } from '../../fields/datetime/DatetimeInput.tsx';
import { showProblems } from '../../profile/form-problems.ts';
import { client } from '../../session/http.ts';

const MOMENT: FieldInfo = { type: 'datetime', required: true, read_only: false, write_only: false, label: '' };
const WEEK_MS = 7 * 86_400_000;
const FIELDS = ['delegate', 'date_start', 'date_end'] as const;
type Absence = Record<(typeof FIELDS)[number], string>;

interface AwayDialogProps {
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}

/** Who decides for this person, from when until when. */
export function AwayDialog({ onClose, onSaved }: AwayDialogProps) {
  const { t } = useTranslation('tickets');
  const [form] = Form.useForm<Absence>();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const people = useQuery({
    queryKey: keyOf('delegations', 'offered', { search }),
    queryFn: ({ signal }) => client.delegations.offered({ search }, { signal }),
  });
  const saving = useMutation({
    mutationFn: (absence: Absence) => client.delegations.create(absence),
    onSuccess: async () => {
      toast.success(t('awaySaved'));
      onClose();
      await onSaved();
    },
    onError: (error) => showProblems(form, error, FIELDS),
  });
  const rules = [{ required: true, message: t('awayMissing') }];
  return (
    <Dialog title={t('away')} width={440} verb={t('awaySave')} keeps busy={saving.isPending} run={form.submit} onClose={onClose}>
      <p>{t('awayText')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ date_start: new Date().toISOString(), date_end: new Date(Date.now() + WEEK_MS).toISOString() }}
        onFinish={(absence) => saving.mutate(absence)}
      >
        <Form.Item name="delegate" label={t('awayDelegate')} rules={rules}>
          <Select
            showSearch={{ filterOption: false, onSearch: setTyped }}
            loading={people.isFetching}
            options={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="date_start" label={t('awayFrom')} rules={rules}>
          <DatetimeInput info={MOMENT} />
        </Form.Item>
        <Form.Item name="date_end" label={t('awayUntil')} rules={rules}>
          <DatetimeInput info={MOMENT} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
