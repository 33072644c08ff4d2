import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import { Nothing } from '../../fields/Nothing.tsx';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

/** Asked again by itself: what is in use changes while one looks. */
const EVERY_MS = 10_000;

interface Lease extends Row {
  account: { id: string; name: string };
  user: { id: string; name: string; username: string } | null;
}

/** Who uses which login of a host at the moment. */
export function LeaseTable({ host }: { host: string }) {
  const { t } = useTranslation('applets');
  return (
    <ResourceList<Lease>
      definition={{
        resource: { ...RESOURCES.appletHost, noun: 'appletLease' },
        url: addressOf('appletHosts', 'leases', host),
        name: 'appletLeases',
        global: true,
        syncUrl: false,
        readOnly: true,
        transfer: false,
        linkTo: false,
        search: { metadata: false },
        defaults: ['account', 'user', 'is_private', 'is_shared', 'date_leased', 'date_expired'],
        min: ['account'],
        facts: ['user', 'date_leased'],
        cells: {
          account: { width: 180, sortable: false, render: (row) => relatedName(row.account) },
          user: { width: 180, sortable: false, render: (row) => (row.user ? `${row.user.name}(${row.user.username})` : <Nothing />) },
          is_private: { Cell: WhenTrue, sortable: false, width: 110 },
          is_shared: { Cell: WhenTrue, sortable: false, width: 140 },
          date_leased: { sortable: false },
          date_expired: { sortable: false },
        },
        refetchEvery: EVERY_MS,
        empty: t('host.noLeases'),
      }}
    />
  );
}
