import './applets.css';
import { StatusTag } from '@postern/ui';
import { Alert, Button } from 'antd';
import { AppWindow, RotateCcw, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { BASE } from '../../startup/start.ts';
import { RESOURCES } from '../resources.ts';
import { startTask } from '../tasks/start-task.ts';
import { openLog } from '../tasks/task-log-page.ts';

const TONES: Readonly<Record<string, 'success' | 'warning' | 'danger' | 'info' | 'neutral'>> = {
  success: 'success',
  running: 'info',
  failed: 'danger',
  error: 'danger',
};
/** Asked again by itself: what the agent reports changes it while one looks. */
const EVERY_MS = 10_000;

interface Deployment extends Row {
  applet: { id: string; name: string } | null;
  is_full: boolean;
  task: string;
}

/** What was asked of a host, and what its agent made of it (docs/behaviour/settings.md#remote-applications). */
export function DeploymentTable({ host }: { host: Row }) {
  const { t } = useTranslation('applets');
  const { can } = useAuth();
  const runAction = useRunAction();
  const id = String(host.id);
  const again = () => runAction(() => startTask(client.appletHostDeployments.applets({ host: id })));
  const anew = () =>
    runAction(() => startTask(client.appletHostDeployments.create({ host: id })), {
      question: {
        title: t('deploy.fullTitle', { name: String(host.name) }),
        text: t('deploy.fullText'),
        verb: t('deploy.full'),
        danger: true,
      },
    });
  return (
    <div className="s-stack">
      <Alert type={host.date_synced ? 'info' : 'warning'} showIcon title={t(host.date_synced ? 'deploy.byAgent' : 'deploy.noAgent')} />
      <ResourceList<Deployment>
        definition={{
          resource: RESOURCES.appletHostDeployment,
          global: true,
          name: 'appletHostDeployments',
          query: { host: id },
          syncUrl: false,
          readOnly: true,
          transfer: false,
          linkTo: false,
          search: { metadata: false },
          toolbar: can('terminal.change_applethost') && (
            <>
              <Button icon={<AppWindow size={16} />} onClick={() => void again()}>
                {t('deploy.again')}
              </Button>
              <Button icon={<RotateCcw size={16} />} onClick={() => void anew()}>
                {t('deploy.full')}
              </Button>
            </>
          ),
          exclude: ['host', 'task', 'applet', 'is_full'],
          extra: ['what'],
          defaults: ['what', 'status', 'date_start', 'date_finished', 'created_by'],
          min: ['what'],
          facts: ['status', 'date_start'],
          cells: {
            what: {
              title: t('deploy.what'),
              width: 220,
              sortable: false,
              render: ({ is_full, applet }) => (is_full ? t('deploy.whole') : applet ? applet.name : t('deploy.all')),
            },
            status: {
              width: 180,
              render: (row) => <StatusTag tone={TONES[String(choiceValue(row.status))] ?? 'neutral'}>{relatedName(row.status)}</StatusTag>,
            },
          },
          rowActions: [
            {
              id: 'log',
              label: t('deploy.log'),
              icon: <ScrollText size={14} />,
              run: async (row) => openLog(BASE, row.task),
            },
          ],
          refetchEvery: EVERY_MS,
          empty: t('deploy.empty'),
        }}
      />
    </div>
  );
}
