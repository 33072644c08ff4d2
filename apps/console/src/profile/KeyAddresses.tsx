import { useMutation } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../fields/Dialog.tsx';
import { errorMessage } from '../session/errors.ts';
import { client } from '../session/http.ts';

interface Props {
  row: { id: string; ip_group: string[] };
  onSaved: () => unknown;
}

/** Sets where a key may be used from: addresses, networks, ranges; nothing means anywhere. */
export function AddressButton({ row, onSaved }: Props) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {t('keys.addresses')}
      </Button>
      {open ? <AddressDialog row={row} onSaved={onSaved} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function AddressDialog({ row, onSaved, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('profile');
  const [group, setGroup] = useState(row.ip_group.filter((entry) => entry !== '*'));
  const save = useMutation({
    mutationFn: () => client.accessKeys.partialUpdate(row.id, { ip_group: group.length > 0 ? group : ['*'] }),
    onSuccess: async () => {
      onClose();
      await onSaved();
    },
  });
  return (
    <Dialog
      title={t('keys.addresses')}
      width={480}
      verb={t('keys.saveAddresses')}
      busy={save.isPending}
      run={() => save.mutate()}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('keys.addressesLabel')}
          htmlFor="key-addresses"
          extra={t('keys.addressesHelp')}
          {...(save.isError ? { validateStatus: 'error' as const, help: errorMessage(save.error) } : {})}
        >
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
      </Form>
    </Dialog>
  );
}
