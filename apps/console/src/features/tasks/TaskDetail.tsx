import { Button } from 'antd';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useRunAction } from '../../data/useRunAction.ts';
import type { Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { BASE } from '../../startup/start.ts';
import { RESOURCES } from '../resources.ts';
import { PausedTag, RunResult, scheduleOf, TaskLight, taskTitle } from './task-cells.tsx';
import { openLog } from './task-log-page.ts';

/** One background task: what it is, its runs, their logs. */
export function TaskDetail() {
  const { t } = useTranslation('tasks');
  const { id = '' } = useParams();
  return (
    <ResourceDetail
      definition={{
        resource: RESOURCES.task,
        id,
        readOnly: true,
        global: true,
        titleOf: taskTitle,
        facts: (task) => (
          <>
            <TaskLight value={task.state} />
            <PausedTag task={task} />
          </>
        ),
        actions: (task, detail) => <PauseButton task={task} onDone={detail.refresh} />,
        tabs: (task) => [
          { name: 'History', title: t('history'), render: () => <TaskRuns task={String(task.id)} /> },
          {
            name: 'Basic',
            title: t('basic'),
            render: () => <AutoCard url={RESOURCES.task.url} row={task} title={t('basic')} fields={['id', 'name', 'date_last_publish']} />,
          },
        ],
      }}
    />
  );
}

/** Keeps what runs by the clock from running, and lets it run again. System administrators alone do that. */
function PauseButton({ task, onDone }: { task: Row; onDone: () => Promise<void> }) {
  const { t } = useTranslation('tasks');
  const { profile } = useAuth();
  const runAction = useRunAction();
  const schedule = scheduleOf(task);
  if (!schedule || !profile.is_superuser) return null;
  const { id, enabled } = schedule;
  const flip = async () => {
    const question = { title: t('pauseTitle', { name: taskTitle(task) }), text: t('pauseText'), verb: t('pause') };
    const run = () => client.celeryPeriodTasks.update(id, { enabled: !enabled });
    if (await runAction(run, { ...(enabled ? { question } : {}), done: t(enabled ? 'pausedNow' : 'resumed') })) await onDone();
  };
  return (
    <Button icon={enabled ? <Pause size={14} /> : <Play size={14} />} onClick={() => void flip()}>
      {t(enabled ? 'pause' : 'resume')}
    </Button>
  );
}

function TaskRuns({ task }: { task: string }) {
  const { t } = useTranslation('tasks');
  const { profile } = useAuth();
  const again = async (run: string | number) => {
    const { task_id } = await client.taskExecutions.again(undefined, { query: { from: run } });
    openLog(BASE, task_id);
  };
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.taskRun,
        query: { task_id: task },
        readOnly: true,
        global: true,
        linkTo: false,
        exclude: ['args', 'name', 'task_name', 'is_success', 'timedelta'],
        defaults: ['date_published', 'is_finished', 'time_cost', 'date_start', 'date_finished'],
        min: ['date_published'],
        facts: ['is_finished', 'time_cost'],
        cells: {
          is_finished: { title: t('result'), width: 120, render: (run) => <RunResult row={run} /> },
          time_cost: { width: 110, align: 'end' },
        },
        rowActions: [
          { id: 'log', label: t('showLog'), run: (run) => openLog(BASE, String(run.id)) },
          {
            id: 'again',
            label: t('again'),
            shown: (run) => profile.is_superuser && run.is_finished === true,
            run: (run) => again(run.id),
            done: t('started'),
          },
        ],
        empty: t('noRuns'),
      }}
    />
  );
}
