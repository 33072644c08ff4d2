import { addressOf } from '@postern/client/api';
import { API } from '@postern/client/http';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

/** Where the kept copy of a file is. */
const copyUrl = (row: Row): string => API + addressOf('ftpLogs', 'download', String(row.id));

/** Columns and what is done with a transfer, in the list of all and on the page of a session. */
export function useFtpLogs(): Omit<ListDefinition, 'resource'> {
  const { t } = useTranslation('features');
  return {
    readOnly: true,
    empty: t('ftpLogs.empty'),
    linkTo: false,
    defaults: ['filename', 'operate', 'size', 'user', 'asset', 'account', 'remote_addr', 'is_success', 'date_start'],
    min: ['filename'],
    facts: ['operate', 'date_start'],
    cells: {
      filename: { width: 260 },
      operate: { width: 110 },
      size: { width: 100 },
      user: { width: 130 },
      asset: { width: 140 },
      account: { width: 110 },
      remote_addr: { width: 120 },
      date_start: { width: 150 },
      has_file: { Cell: WhenTrue },
    },
    rowActions: [
      {
        id: 'download',
        label: t('ftpLogs.download'),
        icon: <Download size={14} />,
        refused: (row) => row.has_file !== true && t('ftpLogs.noCopy'),
        run: (row) => window.location.assign(copyUrl(row)),
      },
    ],
  };
}

/** Files that were moved in sessions (docs/behaviour/audit.md#file-transfers). */
export function FtpLogList() {
  return <ListPage resource={RESOURCES.ftpLog} {...useFtpLogs()} dateRange />;
}
