import type { Row } from '@postern/client/api';
import type { FieldInfo } from '@postern/contract/metadata';
import { exactTime, parseServerDate, toast } from '@postern/ui';
import { useMutation } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../data/on-demand.tsx';
import { Dialog } from '../fields/Dialog.tsx';
import { currentLanguage } from '../i18n/language.ts';
import { errorMessage } from '../session/errors.ts';
import { client } from '../session/http.ts';

const DatetimeInput = onDemand(() => import('../fields/datetime/DatetimeInput.tsx').then((module) => module.DatetimeInput));
const END: FieldInfo = { type: 'datetime', required: true, read_only: false, write_only: false, label: '' };

interface Props {
  person: Row<'sponsored'>;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

/** A new end for somebody from outside, within what the settings allow. */
export function RenewDialog({ person, onSaved, onClose }: Props) {
  const { t } = useTranslation('profile');
  const [end, setEnd] = useState<string | null>(person.date_expired);
  const latest = parseServerDate(person.latest_end);
  const renewing = useMutation({
    mutationFn: () => client.sponsored.renew(person.id, { date_expired: end ?? '' }),
    onSuccess: async () => {
      toast.success(t('sponsored.renewed'));
      onClose();
      await onSaved();
    },
  });
  return (
    <Dialog
      title={t('sponsored.renewTitle', { name: person.name })}
      width={440}
      verb={t('sponsored.renew')}
      busy={renewing.isPending}
      run={() => renewing.mutate()}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('sponsored.ends')}
          htmlFor="renew-end"
          extra={latest ? t('sponsored.latest', { date: exactTime(latest, currentLanguage().tag) }) : undefined}
          {...(renewing.isError ? { validateStatus: 'error' as const, help: errorMessage(renewing.error) } : {})}
        >
          <DatetimeInput id="renew-end" info={END} value={end} onChange={(next) => setEnd(next === null ? null : String(next))} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
