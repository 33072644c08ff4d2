import { Alert } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { type Row, titleOf } from '../../model/resource.ts';
import { client } from '../../session/http.ts';
import { STORAGES, type StorageKind } from './storage-kinds.ts';

interface Tested {
  name: string;
  is_valid: boolean;
  msg: string;
}

/** Has the server try a storage, and shows what it says: that it works, or which step failed and why. */
export function useStorageTest(kind: StorageKind): { run: (row: Row) => Promise<void>; dialog: ReactNode } {
  const { t } = useTranslation('features');
  const [tested, setTested] = useState<Tested>();
  return {
    run: async (row) => setTested({ name: titleOf(row), ...(await client[STORAGES[kind].group].test(String(row.id))) }),
    dialog: tested && (
      <Dialog title={t('storages.tested', { name: tested.name })} width={560} onClose={() => setTested(undefined)}>
        <Alert type={tested.is_valid ? 'success' : 'error'} showIcon title={tested.msg} />
      </Dialog>
    ),
  };
}
