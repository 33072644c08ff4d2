import type { Row } from '@postern/client/api';
import { toast, useConfirm } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import type { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { client } from '../session/http.ts';

export type SshKey = Row<'sshKey'>;
export type Guarded = ReturnType<typeof useIdentityCheck>['guarded'];

export const SSH_KEYS = keyOf('sshKey', 'list');

export const loadKeys = (signal: AbortSignal): Promise<SshKey[]> => client.sshKey.list({}, { signal });

/** Reads the keys again. */
export function useKeysChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: SSH_KEYS });
}

/** Switching one off and on, and taking it away; what the server wants confirmed is confirmed. */
export function useKeyActions(row: SshKey, guarded: Guarded) {
  const { t } = useTranslation('profile');
  const confirm = useConfirm();
  const changed = useKeysChanged();
  const [busy, setBusy] = useState(false);
  const toggle = async (): Promise<void> => {
    setBusy(true);
    await guarded(() => client.sshKey.partialUpdate(row.id, { is_active: !row.is_active }));
    await changed();
    setBusy(false);
  };
  const remove = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('sshKeys.removeTitle', { name: row.name }),
      text: t('sshKeys.removeText'),
      action: t('sshKeys.remove'),
      cancel: t('shell:cancel'),
      danger: true,
      run: async () => undefined,
    });
    if (!agreed) return;
    if (await guarded(() => client.sshKey.destroy(row.id).then(() => true))) toast.success(t('sshKeys.removed'));
    await changed();
  };
  return { busy, toggle, remove };
}
