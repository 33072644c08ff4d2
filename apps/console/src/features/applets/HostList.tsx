import { PlugZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { isAutomated, MAY, startOnAsset } from '../assets/asset-tasks.ts';
import { LoadCell } from '../components/ComponentPages.tsx';
import { RESOURCES } from '../resources.ts';
import { ASSET_CELLS } from '../shared-cells.tsx';

/** Windows hosts that remote applications run on. */
export function HostList() {
  const { t } = useTranslation(['applets', 'assets']);
  const { without, unless } = useRefusals();
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.appletHost,
        hint: t('host.hint'),
        global: true,
        transfer: false,
        exclude: [
          'deploy_options',
          'spec_info',
          'gathered_info',
          'accounts',
          'nodes',
          'nodes_display',
          'platform',
          'category',
          'type',
          'labels',
          'domain',
        ],
        defaults: ['name', 'address', 'protocols', 'load', 'date_synced', 'comment'],
        min: ['name'],
        facts: ['address', 'load'],
        cells: {
          name: { width: 180 },
          address: { width: 150 },
          protocols: ASSET_CELLS.protocols,
          load: { width: 120, sortable: false, render: (row) => <LoadCell row={row} /> },
          date_synced: { width: 150, sortable: false },
          comment: { width: 160 },
        },
        rowActions: [
          {
            id: 'test',
            label: t('assets:task.test'),
            icon: <PlugZap size={14} />,
            refused: (row) =>
              without(MAY.test) || unless(row.is_active !== false, 'refused:off') || unless(isAutomated(row, 'test'), 'refused:platform'),
            run: (row) => startOnAsset('test', row),
            done: t('assets:task.testing'),
          },
        ],
        empty: t('host.empty'),
      }}
    />
  );
}
