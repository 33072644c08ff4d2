import { INSTANCE_STATUS } from '@postern/contract/cloud';
import { Button } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRunAction } from '../../data/useRunAction.ts';
import { Nothing } from '../../fields/Nothing.tsx';
import { relatedName } from '../../model/metadata.ts';
import { right } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { StateTag } from './StateTag.tsx';

/** Machines of the cloud as the last run saw them, and the assets they became. */
export function InstanceTable({ task }: { task: string }) {
  const { t } = useTranslation('cloud');
  const { inRoot } = useRefusals();
  const { can } = useAuth();
  const queries = useQueryClient();
  const runAction = useRunAction();
  const states = {
    [INSTANCE_STATUS.unsynced]: ['warning', t('instance.unsync')],
    [INSTANCE_STATUS.fresh]: ['info', t('instance.new')],
    [INSTANCE_STATUS.synced]: ['success', t('instance.sync')],
    [INSTANCE_STATUS.released]: ['neutral', t('instance.released')],
  } as const;
  const query = useMemo(() => ({ task }), [task]);
  const clear = () =>
    runAction(
      async () => {
        await client.cloudSyncInstanceTasks.released(task);
        await queries.invalidateQueries({ queryKey: ['list'] });
      },
      {
        question: { title: t('instance.clearTitle'), text: t('instance.clearText'), verb: t('instance.clear'), danger: true },
        done: t('instance.cleared'),
      },
    );
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.syncInstance,
        query,
        name: 'syncInstances',
        syncUrl: false,
        readOnly: true,
        transfer: false,
        selectable: false,
        linkTo: false,
        toolbar: can([right(RESOURCES.syncTask, 'change'), 'assets.delete_asset']) && (
          <Button danger icon={<Trash2 size={14} />} refused={inRoot} onClick={() => void clear()}>
            {t('instance.clear')}
          </Button>
        ),
        exclude: ['task'],
        defaults: ['instance_id', 'name', 'asset_ip', 'asset', 'region', 'status', 'date_sync'],
        min: ['instance_id'],
        facts: ['asset_ip', 'status', 'date_sync'],
        cells: {
          instance_id: { width: 180 },
          asset_ip: { width: 130 },
          asset: {
            width: 180,
            render: ({ asset }) => {
              const related = asset as { id: string } | null | undefined;
              if (!related) return <Nothing />;
              return can('assets.view_asset') ? <Link to={pageOf('asset', related.id)}>{relatedName(related)}</Link> : relatedName(related);
            },
          },
          region: { width: 120 },
          status: { width: 120, render: (row) => <StateTag states={states} value={row.status} /> },
        },
        search: { exclude: ['task'] },
        empty: t('instance.empty'),
      }}
    />
  );
}
