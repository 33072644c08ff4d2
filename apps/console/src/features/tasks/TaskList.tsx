import { useTranslation } from 'react-i18next';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';
import { PausedTag, RunTally, TaskLight, taskTitle } from './task-cells.tsx';

/** What the system does in the background, and how it went (docs/wire/jobs.md#tasks). */
export function TaskList() {
  const { t } = useTranslation(['features', 'tasks']);
  return (
    <ListPage
      help={t('tasks:empty')}
      resource={RESOURCES.task}
      readOnly
      global
      defaults={['meta', 'state', 'summary', 'date_last_publish', 'name']}
      min={['meta']}
      exclude={['schedule']}
      facts={['state']}
      linkTo={(task) => `${RESOURCES.task.path}/${task.id}`}
      cells={{
        meta: { title: t('tasks:name'), width: 260, render: (task) => taskTitle(task) },
        state: {
          title: t('tasks:state'),
          width: 170,
          render: (task) => (
            <span>
              <TaskLight value={task.state} /> <PausedTag task={task} />
            </span>
          ),
        },
        summary: { title: t('tasks:runs'), Cell: RunTally, width: 180 },
        date_last_publish: { width: 140 },
        name: { width: 220 },
      }}
      empty={t('tasks:empty')}
    />
  );
}
